import { randomUUID } from 'node:crypto';
import { median } from '@gx/testkit';
import anyTest, { type TestFn } from 'ava';
import { type Merchant, merchant } from './merchant.ts';
import { type Stack, startStack } from './stack.ts';

const test = anyTest as TestFn<{ stack: Stack }>;
const ROUNDS = 3;
const CREATED = 100;
const CLIENTS = 40;
/** Together they ask for 100 charges a second, all that four test keys may. */
const PAUSE_MS = 400;
const ORDERED = ['#sim:429', '#sim:503', '#sim:hang', '#sim:reset_after_accept'] as const;
/** Below this the machine is measured, not the product. */
const NOISE_MS = 100;

test.before(async (t) => {
  t.context.stack = await startStack();
});
test.after.always(async (t) => {
  await t.context.stack?.stop();
});

/** Asks for charges that the bank refuses, breaks at or never answers, until it is over. */
function startFlood(wild: Merchant) {
  const statuses = new Map<number, number>();
  let going = true;
  const client = async (index: number): Promise<void> => {
    for (let nth = index; going; nth += 1) {
      const description = ORDERED[nth % ORDERED.length];
      const { status } = await wild.create({ amount: 1_000, description }, randomUUID());
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  return async (): Promise<ReadonlyMap<number, number>> => {
    going = false;
    await Promise.all(clients);
    return statuses;
  };
}

/** The 99th percentile of creations one after the other, in ms; each has to succeed. */
async function p99(calm: Merchant, refused: string[]): Promise<number> {
  const waits: number[] = [];
  for (let nth = 0; nth < CREATED; nth += 1) {
    const began = performance.now();
    const { status, text } = await calm.create({ amount: 1_000 }, randomUUID());
    waits.push(performance.now() - began);
    if (status !== 201) refused.push(`${status} ${text}`);
  }
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN;
}

test('a merchant has the bank say 429, break and hang: the charges of another all succeed, their 99th percentile at most twice', async (t) => {
  const { gateway, accounts } = t.context.stack;
  const [wild, calm] = accounts.map(({ testKey }) => merchant(gateway, testKey)) as [Merchant, Merchant];
  const [alone, beside]: [number[], number[]] = [[], []];
  const refused: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await p99(calm, refused));
    const stop = startFlood(wild);
    beside.push(await p99(calm, refused));
    const statuses = await stop();
    t.true((statuses.get(503) ?? 0) > 0, 'the bank refuses what was ordered so');
    t.log(`flood answered ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
  }
  const rounded = (values: readonly number[]): string => values.map((ms) => ms.toFixed(0)).join(', ');
  t.log(`p99 alone ${rounded(alone)} ms, beside the flood ${rounded(beside)} ms, ${refused.length} refused`);
  t.deepEqual(refused, []);
  t.true(median(beside) <= Math.max(2 * median(alone), NOISE_MS), `${rounded(alone)} and ${rounded(beside)}`);
});
