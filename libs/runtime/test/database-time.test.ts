import { databaseClock, databaseTime } from '@gx/runtime/mongo';
import { testDatabase } from '@gx/testkit';
import test from 'ava';
import type { Connection } from 'mongoose';

test('the clock that is carried on is never behind the database’s own', async (t) => {
  const database = await testDatabase('clock');
  t.teardown(database.drop);
  const clock = databaseClock(database.connection);
  await clock();
  for (let round = 0; round < 20; round += 1) {
    const own = await databaseTime(database.connection);
    t.true((await clock()).getTime() >= own.getTime());
  }
});

/** A database whose clock is a day ahead of ours, and that answers as told. */
function skewed(answers: readonly ('time' | Error)[]) {
  const waiting = [...answers];
  let queries = 0;
  const command = async () => {
    queries += 1;
    const answer = waiting.shift();
    if (answer instanceof Error) throw answer;
    return { localTime: new Date(Date.now() + 86_400_000) };
  };
  const connection = { getClient: () => ({ db: () => ({ admin: () => ({ command }) }) }) };
  return { clock: databaseClock(connection as unknown as Connection), queries: () => queries };
}

test('many who want the time at once ask once, and get the database’s', async (t) => {
  const { clock, queries } = skewed(['time']);
  const times = await Promise.all(Array.from({ length: 50 }, clock));
  t.is(queries(), 1);
  for (const time of times) t.true(time.getTime() - Date.now() > 86_000_000);
});

test('a database that did not answer is queried again', async (t) => {
  const { clock, queries } = skewed([new Error('away'), 'time']);
  await t.throwsAsync(clock(), { message: 'away' });
  t.true((await clock()).getTime() - Date.now() > 86_000_000);
  t.is(queries(), 2);
});
