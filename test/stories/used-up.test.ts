import { startWebhookSink, until } from '@gx/testkit';
import anyTest, { type TestFn } from 'ava';
import { refused } from '../conformance/rows/api-user.ts';
import { DEAD_LETTERS } from '../conformance/rows/dead-letter.ts';
import { bankHand } from './bank-hand.ts';
import type { Context } from './cases/one-product.ts';
import { merchant } from './merchant.ts';
import { openAccount } from './shop.ts';
import { startStack } from './stack.ts';

const test = anyTest as TestFn<Context>;
/** So many live charges an account may have. */
const ACCOUNT_MAX = 3;

// A product in which soon used up is what elsewhere takes hours, or thousands of charges.
test.before(async (t) => {
  const [stack, sink, elsewhere] = await Promise.all([
    startStack({
      overrides: {
        charge: { VELOCITY_ACCOUNT_MAX: String(ACCOUNT_MAX) },
        // Fifteen attempts: three days become three seconds.
        webhooks: { WEBHOOK_RETRY_TIME_SCALE: '0.00001' },
      },
    }),
    startWebhookSink(),
    startWebhookSink(),
  ]);
  // Nobody mails anything here.
  t.context = { stack, sink, elsewhere, mailHook: elsewhere, bank: bankHand(stack) };
});
test.after.always(async (t) => {
  await Promise.all([t.context.sink?.stop(), t.context.elsewhere?.stop()]);
  await t.context.stack?.stop();
});

for (const { title, holds } of DEAD_LETTERS.rows) test(title, holds);

test('403 fraud.account_velocity_exceeded: so many live charges of an account; one that is over makes place, another account has its own', async (t) => {
  const { stack } = t.context;
  const shop = merchant(stack.gateway, await openAccount(stack), { patient: true });
  const made = [];
  for (let nth = 0; nth < ACCOUNT_MAX; nth += 1) made.push(await shop.create());
  t.deepEqual(
    made.map(({ status }) => status),
    [201, 201, 201],
  );
  refused(t, await shop.create(), [403, 'fraud.account_velocity_exceeded']);
  const other = merchant(stack.gateway, await openAccount(stack), { patient: true });
  t.is((await other.create()).status, 201);
  await shop.cancel(made[0]?.body.id ?? '');
  await until('a place is free', async () => (await shop.create()).status === 201);
  refused(t, await shop.create(), [403, 'fraud.account_velocity_exceeded']);
});
