import test from 'ava';
import { allEnded, eachOf } from './each-of.ts';

const always = (): boolean => true;

test('items are begun in their order, no more than so many at once', async (t) => {
  const begun: number[] = [];
  let under = 0;
  let most = 0;
  await eachOf([1, 2, 3, 4, 5], { atOnce: 2, goesOn: always }, async (item) => {
    begun.push(item);
    under += 1;
    most = Math.max(most, under);
    await new Promise(setImmediate);
    under -= 1;
  });
  t.deepEqual(begun, [1, 2, 3, 4, 5]);
  t.is(most, 2);
});

test('once it does not go on, no item is begun', async (t) => {
  const begun: number[] = [];
  const goesOn = (): boolean => begun.length < 2;
  await eachOf([1, 2, 3], { atOnce: 1, goesOn }, async (item) => void begun.push(item));
  t.deepEqual(begun, [1, 2]);
});

test('an item that fails: none is begun after it, those under way end first, and its error is thrown', async (t) => {
  const ended: number[] = [];
  const failed = eachOf([1, 2, 3, 4], { atOnce: 2, goesOn: always }, async (item) => {
    if (item === 1) throw new Error('one');
    await new Promise(setImmediate);
    ended.push(item);
  });
  await t.throwsAsync(failed, { message: 'one' });
  t.deepEqual(ended, [2]);
});

test('of several that fail together every error is thrown, once all have ended', async (t) => {
  let hasEnded = false;
  const slow = new Promise(setImmediate).then(() => {
    hasEnded = true;
  });
  const [one, two] = [new Error('one'), new Error('two')];
  const thrown = await t.throwsAsync(allEnded([Promise.reject(one), slow, Promise.reject(two)]), {
    instanceOf: AggregateError,
  });
  t.deepEqual(thrown?.errors, [one, two]);
  t.true(hasEnded);
  t.is(await t.throwsAsync(allEnded([Promise.reject(one), slow])), one);
});
