import { randomUUID } from 'node:crypto';
import { chargeEventCodec, EVENT_HEADERS, topicName } from '@gx/contracts';
import { readTopic, until } from '@gx/testkit';
import anyTest, { type TestFn } from 'ava';
import { bankRequests } from './bank-requests.ts';
import type { MerchantResponse } from './merchant.ts';
import { type Stack, startStack } from './stack.ts';

const test = anyTest as TestFn<{ stack: Stack }>;
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 10);
/** A short lease, so that a dead owner's work is taken over within a second or two. */
const SHORT_LEASE = { BANK_CALL_MS: '500', CREATE_MS: '800', CREATE_LEASE_MS: '1000' };

test.before(async (t) => {
  t.context.stack = await startStack({ overrides: { charge: SHORT_LEASE } });
});
test.after.always(async (t) => {
  await t.context.stack?.stop();
});

test('the charge service is killed anywhere in create: the retry gives the same charge, one cob, one charge.created', async (t) => {
  const { merchant, handles, namespace } = t.context.stack;
  const [charge] = handles.charge;
  if (charge === undefined) return t.fail('no charge process');
  const events = await readTopic(topicName(namespace, 'charge'));
  t.teardown(events.stop);
  const created: MerchantResponse['body'][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const key = randomUUID();
    const first = merchant.create({ amount: 1_000 + round }, key).catch((error: Error) => error);
    // From "not yet received" to "answered": the kill moves through the whole of create, round by round.
    await pause(round * 1.5);
    await charge.kill();
    const cut = await first;
    await charge.start();
    const answer = await until(
      'the retry is answered',
      async () => {
        const retry = await merchant.create({ amount: 1_000 + round }, key);
        return retry.status === 201 ? retry : undefined;
      },
      { timeoutMs: 30_000 },
    );
    if (!(cut instanceof Error) && cut.status === 201)
      t.deepEqual(answer.body, cut.body, 'what was answered stays the answer');
    created.push(answer.body);
  }
  const { body } = await merchant.send('GET', '/v1/charges?limit=100');
  t.is((body['data'] as unknown[]).length, ROUNDS);
  const { traffic } = t.context.stack.bank;
  const cobs = new Set(
    traffic.filter(({ method, path }) => method === 'PUT' && path.includes('/cob/')).map(({ path }) => path),
  );
  t.is(cobs.size, ROUNDS, 'no second txid was ever sent to the bank');
  for (const { pix } of created) t.true((await bankRequests(t.context.stack, pix?.txid)).creates >= 1);
  await until('every charge.created arrives', () => namesOf(events, 'charge.created').size === ROUNDS);
  t.is(namesOf(events, 'charge.created').size, ROUNDS);
});

/** Event ids seen for a type: a repeat of one id is one event. */
function namesOf(events: Awaited<ReturnType<typeof readTopic>>, type: string): Set<string> {
  const ours = events.messages.filter(({ headers }) => headers[EVENT_HEADERS.eventType] === type);
  return new Set(ours.map(({ value }) => chargeEventCodec.decode(value).eventId));
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
