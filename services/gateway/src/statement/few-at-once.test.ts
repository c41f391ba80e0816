import { Refusal } from '@gx/core';
import test from 'ava';
import { fewAtOnce } from './few-at-once.ts';

async function* pieces(): AsyncGenerator<number> {
  yield 1;
  yield 2;
}
async function* broken(): AsyncGenerator<number> {
  yield 1;
  throw new Error('broken');
}

test('an account has so many under way, one more when one has ended, broken off or was left; others have their own', async (t) => {
  const during = fewAtOnce(2);
  const [one, other] = [during('a', broken()), during('a', pieces())];
  t.deepEqual(
    (await Promise.all([one.next(), other.next()])).map(({ value }) => value),
    [1, 1],
  );
  const refused = await t.throwsAsync(during('a', pieces()).next(), { instanceOf: Refusal });
  t.deepEqual([refused?.code, refused?.more.retryAfterSeconds], ['rate_limited', 1]);
  t.is((await during('b', pieces()).next()).value, 1);
  await t.throwsAsync(one.next(), { message: 'broken' });
  const third = during('a', pieces());
  t.is((await third.next()).value, 1);
  await t.throwsAsync(during('a', pieces()).next());
  await third.return(undefined);
  const fourth: number[] = [];
  for await (const piece of during('a', pieces())) fourth.push(piece);
  t.deepEqual(fourth, [1, 2]);
  await other.return(undefined);
  await Promise.all([during('a', pieces()).next(), during('a', pieces()).next()]);
});

test('one that was never begun counts for nothing', async (t) => {
  const during = fewAtOnce(1);
  during('a', pieces());
  t.is((await during('a', pieces()).next()).value, 1);
});
