import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startWebhookSink, type WebhookSink } from '@gx/testkit';
import { webhookChecker } from '@gx/testkit/openapi';
import anyTest, { type TestFn } from 'ava';
import { type BankHand, bankHand } from '../bank-hand.ts';
import { ledgerProblems } from '../ledger.ts';
import { mailSettings } from '../mails.ts';
import { type Stack, startStack } from '../stack.ts';
import { statisticsProblems } from '../statistics.ts';
import { CUSTOMER_MAX, RETRY_SCALE } from './settings.ts';

/**
 * What the stories share: the product, a merchant's server, another one that should hear nothing, and the
 * bank's own hand.
 */
export type Context = {
  readonly stack: Stack;
  readonly sink: WebhookSink;
  readonly elsewhere: WebhookSink;
  /** The operator's program that sends mails. */
  readonly mailHook: WebhookSink;
  readonly bank: BankHand;
};
export const test = anyTest as TestFn<Context>;

test.before(async (t) => {
  const mailHook = await startWebhookSink();
  const [stack, sink, elsewhere] = await Promise.all([
    startStack({
      replicas: { gateway: 2, charge: 2 },
      overrides: {
        charge: { VELOCITY_CUSTOMER_MAX: String(CUSTOMER_MAX) },
        // The matrix of foreign objects tries to change keys and users in every form, for one account.
        gateway: { KEY_CHANGES_PER_MINUTE: '10000', USER_CHANGES_PER_MINUTE: '10000' },
        keys: mailSettings(mailHook),
        webhooks: { WEBHOOK_RETRY_TIME_SCALE: String(RETRY_SCALE) },
      },
    }),
    startWebhookSink(),
    startWebhookSink(),
  ]);
  t.context = { stack, sink, elsewhere, mailHook, bank: bankHand(stack) };
});
test.after('the ledger verifies after all of it, and holds nothing that is not a merchant’s', async (t) => {
  t.deepEqual(await ledgerProblems(t.context.stack), []);
});
test.after('the statistics equal a recount after all of it', async (t) => {
  t.deepEqual(await statisticsProblems(t.context.stack), []);
});
test.after('every webhook that was sent in all of it is what docs/reference/asyncapi.json says', (t) => {
  const problemsOf = webhookChecker(
    readFileSync(join(import.meta.dirname, '../../../docs/reference/asyncapi.json'), 'utf8'),
  );
  const sent = t.context.sink.requests();
  t.true(sent.length > 20);
  t.deepEqual([...new Set(sent.flatMap(({ headers, body }) => problemsOf(headers, body)))], []);
});
test.after.always(async (t) => {
  await Promise.all([t.context.sink?.stop(), t.context.elsewhere?.stop(), t.context.mailHook?.stop()]);
  await t.context.stack?.stop();
});
