import { until } from '@gx/testkit';
import anyTest, { type TestFn } from 'ava';
import { countAnswer, noCounts, summaryOf } from './counted.ts';
import { merchant } from './merchant.ts';
import { type Stack, startStack } from './stack.ts';

const test = anyTest as TestFn<{ stack: Stack }>;
const ROTATIONS = 5;
/** Every answer of the whole storm. */
const counts = noCounts();

test.before(async (t) => {
  t.context.stack = await startStack({ replicas: { gateway: 2 } });
});
test.after.always(async (t) => {
  await t.context.stack?.stop();
});

test('rotate while the old key hammers two gateways: no acceptance after the answer, the new key works at once', async (t) => {
  const { gateways, gateway, accounts } = t.context.stack;
  const dashboard = merchant(gateway, '');
  const { body: login } = await dashboard.send('POST', '/v1/auth/login', {
    body: { email: accounts[0]?.email, password: accounts[0]?.password },
  });
  const headers = { authorization: `Bearer ${String(login['accessToken'])}` };
  let key = (await dashboard.send('POST', '/v1/api-keys', { headers, body: { test: true } })).body;
  let accepted = 0;
  for (let round = 0; round < ROTATIONS; round += 1) {
    const hammer = startHammer(gateways, String(key['apiKey']));
    await hammer.untilAccepted();
    const rotated = await dashboard.send('POST', `/v1/api-keys/${String(key['id'])}/rotate`, { headers, body: {} });
    const answeredAt = performance.now();
    t.is(rotated.status, 201);
    await hammer.untilRefused(20);
    const late = await hammer.stop(answeredAt);
    t.is(late.acceptedLate, 0, 'no request sent after the answer is accepted');
    accepted += late.accepted;
    t.is((await merchant(gateways[1] ?? '', String(rotated.body['apiKey'])).send('GET', '/v1/wallets')).status, 200);
    key = rotated.body;
  }
  t.true(accepted > 0);
  t.deepEqual([counts.outside, counts.ours], [[], []]);
  t.log(`${summaryOf(36, counts)}; ${ROTATIONS} rotations, ${accepted} accepted before, 0 after`);
});

type Hammer = {
  readonly untilAccepted: () => Promise<void>;
  readonly untilRefused: (times: number) => Promise<void>;
  readonly stop: (answeredAt: number) => Promise<{ accepted: number; acceptedLate: number }>;
};

/**
 * Eight clients over all gateways that use the key without a pause; 401 and, once the address has been wrong
 * too often, 429.
 */
function startHammer(gateways: readonly string[], apikey: string): Hammer {
  const answers: { sentAt: number; status: number }[] = [];
  let going = true;
  const client = async (index: number): Promise<void> => {
    const shop = merchant(gateways[index % gateways.length] ?? '', apikey);
    while (going) {
      const sentAt = performance.now();
      const answer = await shop.send('GET', '/v1/wallets');
      countAnswer(counts, `GET /v1/wallets: ${answer.status}`, answer);
      answers.push({ sentAt, status: answer.status });
    }
  };
  const clients = Array.from({ length: 8 }, (_, index) => client(index));
  const seen = async (accepted: boolean, times: number): Promise<void> => {
    const from = answers.length;
    const more = () => answers.slice(from).filter(({ status }) => (status === 200) === accepted).length >= times;
    await until(`${times} more are ${accepted ? 'accepted' : 'refused'}`, more);
  };
  return {
    untilAccepted: () => seen(true, 20),
    untilRefused: (times) => seen(false, times),
    stop: async (answeredAt) => {
      going = false;
      await Promise.all(clients);
      const accepted = answers.filter(({ status }) => status === 200);
      return { accepted: accepted.length, acceptedLate: accepted.filter(({ sentAt }) => sentAt >= answeredAt).length };
    },
  };
}
