import { testDatabase, testHost } from '@gx/testkit';
import test from 'ava';
import { Schema } from 'mongoose';
import { connectMongo, makeIndexesOf } from '../src/mongo/index.ts';

const schema = new Schema({ a: String, b: Number, goneAt: Date }, { collection: 'things' });
schema.index({ a: 1, b: -1 }, { unique: true });
schema.index({ b: 1 }, { name: 'some', partialFilterExpression: { b: { $gt: 1 } } });
schema.index({ goneAt: 1 }, { expireAfterSeconds: 60 });

test('all indexes of a model and its collection are made with one command, however often it runs', async (t) => {
  const database = await testDatabase('indexes');
  t.teardown(database.drop);
  const { log } = testHost('indexes');
  const connection = await connectMongo({ ...database, log, name: 'indexes' });
  t.teardown(() => connection.destroy());
  const model = connection.model('Thing', schema);
  const commands: string[] = [];
  connection.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName));
  await makeIndexesOf(model);
  t.deepEqual(commands, ['createIndexes']);
  const made = await model.collection.indexes();
  t.like(made, [
    { name: '_id_' },
    { name: 'a_1_b_-1', unique: true },
    { name: 'some', partialFilterExpression: { b: { $gt: 1 } } },
    { name: 'goneAt_1', expireAfterSeconds: 60 },
  ]);
  await makeIndexesOf(model);
  t.deepEqual(await model.collection.indexes(), made);
  await t.throwsAsync(
    makeIndexesOf(
      connection.model('Other', new Schema({ a: String }, { collection: 'things' }).index({ a: 1, b: -1 })),
    ),
    {
      message: /index/i,
    },
    'one that is there in another form is nobody’s to replace',
  );
});
