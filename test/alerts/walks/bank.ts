import { until } from '@gx/testkit';
import { scaledExpression } from '../scaled-rules.ts';
import type { Walk } from '../walk.ts';
import type { AlertSandbox } from '../world.ts';

const SLOW_MS = 1_500;
const SOON = { timeoutMs: 120_000, everyMs: 250 } as const;
/** The day as Brazilian banks count it. */
const today = (): string => new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);

const away: Walk = {
  name: 'bank-away',
  alerts: ['GxCreateAvailabilityBurns', 'GxBankFails'],
  fault: 'the bank answers 503 to everything',
  mendedBy: 'the bank is back',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    await fault(() => sandbox.outage(true));
    await fires('GxCreateAvailabilityBurns');
    await page.query('sum by (error_type) (rate(gx_refusals_total[5m]))');
    page.grep('charge', '"level":"(warn|error)"');
    await fires('GxBankFails');
    await page.query('sum by (gx_bank_operation, gx_outcome) (rate(gx_bank_call_duration_count[5m]))');
    await page.ops('bank-profile', 'check', 'simulator');
    page.grep('charge', 'bank call failed', 1);
    await mend(() => sandbox.outage(false));
    await page.ops('bank-profile', 'check', 'simulator');
    await page.ops('reconcile', '--date', today());
  },
  undo: (sandbox) => sandbox.outage(false),
};

/** Nothing has ever succeeded as far as the processes know: there is no series of a good answer. */
const awayFromTheStart: Walk = {
  name: 'bank-away-from-the-start',
  alerts: ['GxCreateAvailabilityBurns'],
  fault: 'the same, and the gateway starts anew meanwhile: no creation has succeeded in its life',
  mendedBy: 'the bank is back',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    await fault(async () => {
      await sandbox.outage(true);
      for (const handle of sandbox.replicas('gateway')) await handle.restart();
    });
    const good =
      'sum(rate(http_server_request_duration_count{http_request_method="POST",http_route="/v1/charges",http_response_status_code!~"5.."}[5m]))';
    await until(
      'no series of a good answer is left',
      async () => (await sandbox.prometheus.query(scaledExpression(good))).length === 0,
      SOON,
    );
    await page.query(good);
    await fires('GxCreateAvailabilityBurns');
    await mend(() => sandbox.outage(false));
  },
  undo: (sandbox) => sandbox.outage(false),
};

const slow: Walk = {
  name: 'bank-slow',
  alerts: ['GxCreateLatencyBurns'],
  fault: `the bank takes ${SLOW_MS} ms for each new charge`,
  mendedBy: 'the bank is as fast as before',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    await fault(() => sandbox.bank.scenario({ operation: 'create', kind: 'delay', ms: SLOW_MS }));
    await fires('GxCreateLatencyBurns');
    await page.query(
      'histogram_quantile(0.9, sum by (le) (rate(rpc_server_call_duration_bucket{rpc_method="CreateCharge"}[5m])))',
    );
    await page.query(
      'histogram_quantile(0.9, sum by (le, gx_bank_operation) (rate(gx_bank_call_duration_bucket[5m])))',
    );
    await page.query('sum by (gx_outcome) (rate(gx_bank_call_duration_count[5m]))');
    await mend(() => sandbox.forgetScenarios());
  },
  undo: (sandbox) => sandbox.forgetScenarios(),
};

const DAYS_LEFT = '(min by (pod) (gx_bank_certificate_expires_at) - time()) / 86400';

/** So that refund, too, has a connection to the bank. */
async function refundSomething({ shops: [shop] }: AlertSandbox): Promise<void> {
  const { body } = (await shop?.merchant.create()) ?? {};
  if (shop === undefined || body === undefined) throw new Error('no shop');
  await shop.merchant.pay(body.id);
  await shop.merchant.untilStatus(body.id, 'paid', SOON.timeoutMs);
  const refund = await shop.merchant.refund(body.id, { amount: 100 });
  await shop.merchant.untilRefund(body.id, refund.body.id, 'REFUNDED');
}

const certificate: Walk = {
  name: 'certificate',
  alerts: ['GxBankCertificateExpires'],
  fault: 'the bank shows a certificate that ends in 10 days',
  mendedBy: 'the bank renews it; refund, which has not called the bank since, is restarted',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    await fault(async () => sandbox.bankProxy.renew(10));
    await refundSomething(sandbox);
    await fires('GxBankCertificateExpires');
    await page.ops('bank-profile', 'check', 'simulator');
    await page.query(DAYS_LEFT);
    sandbox.bankProxy.renew(365);
    page.note('the bank has renewed it');
    await page.ops('bank-profile', 'check', 'simulator');
    await until(
      'charge has seen the new one',
      async () => (await sandbox.prometheus.query(`${DAYS_LEFT} > 300`)).length >= 2,
      SOON,
    );
    // Refund has not spoken to the bank since.
    await page.query(DAYS_LEFT);
    await mend(() => Promise.all(sandbox.replicas('refund').map((handle) => handle.restart())));
    await page.query(DAYS_LEFT);
  },
  undo: async (sandbox) => sandbox.bankProxy.renew(365),
};

export const BANK: readonly Walk[] = [away, awayFromTheStart, slow];
export const CERTIFICATE: readonly Walk[] = [certificate];
