import { DATABASES, type DatabaseOwner } from '@gx/contracts';
import { servers, startWebhookSink, walkDatabase } from '@gx/testkit';
import anyTest, { type TestFn } from 'ava';
import mongoose, { type Connection } from 'mongoose';
import { PERSONAL_DATA } from '../../tools/reference/personal-data-places.ts';
import { mailSettings } from './mails.ts';
import { PERSONS, plantPersons } from './persons.ts';
import { openShop } from './shop.ts';
import { type Stack, startStack } from './stack.ts';
import { type Finding, wherePersonsLie } from './where-persons-lie.ts';

type Context = { stack: Stack; client: Connection; found: readonly Finding[]; stop: () => Promise<void> };
const test = anyTest as TestFn<Context>;

test.before(async (t) => {
  t.timeout(240_000);
  const [hook, sink, client] = await Promise.all([
    startWebhookSink(),
    startWebhookSink(),
    mongoose.createConnection(servers().mongoUrl).asPromise(),
  ]);
  const stack = await startStack({ overrides: { keys: mailSettings(hook) } });
  const stop = async (): Promise<void> => {
    await stack.stop();
    await Promise.all([hook.stop(), sink.stop(), client.close()]);
  };
  t.context = { stack, client, stop, found: [] };
  await plantPersons(stack, await openShop(stack, sink), hook);
  t.context = { ...t.context, found: await wherePersonsLie(stack) };
});
test.after.always('everything stops', (t) => t.context.stop?.());

const databaseOf = ({ client, stack }: { client: Connection; stack: Stack }, owner: string): Connection =>
  client.useDb(`${stack.namespace}${DATABASES[owner as DatabaseOwner]}`);
const textOf = ({ place, datum }: Finding): string => `${place}: ${datum}`;

test('persons lie in the clear where the table says, and nowhere else', (t) => {
  const clear = PERSONAL_DATA.filter(({ form }) => form === 'in the clear');
  const expected = clear.flatMap(({ place, holds }) => holds.map((datum) => `${place}: ${datum}`));
  t.deepEqual(t.context.found.map(textOf), expected.toSorted());
});

test('the table names no datum that nobody planted, and every planted one', (t) => {
  const held = [...new Set(PERSONAL_DATA.flatMap(({ holds }) => holds))];
  t.deepEqual(held.toSorted(), Object.keys(PERSONS).toSorted());
});

test('what is encrypted or hashed is there, and its indexes end it when the table says', async (t) => {
  const stays = PERSONAL_DATA.filter(({ place, isOnItsWay }) => !place.startsWith('topic ') && !isOnItsWay);
  for (const { place, form, ends } of stays) {
    const [owner = '', collection = '', ...field] = place.split('.');
    const database = databaseOf(t.context, owner);
    const places = new Set<string>();
    await walkDatabase(database, (at) => places.add(at));
    const path = `${collection}.${field.join('.')}`;
    t.true(
      [...places].some((at) => at === path || at.startsWith(`${path}.`)),
      `${form}: ${place}`,
    );
    if (ends === undefined) continue;
    const indexes = await database.collection(collection).indexes();
    const ending = indexes.find(({ key }) => Object.keys(key).join() === ends.field);
    t.is(ending?.['expireAfterSeconds'], ends.seconds, place);
  }
});
