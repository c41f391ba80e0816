import { until } from '@gx/testkit';
import type { Walk } from '../walk.ts';
import type { AlertSandbox } from '../world.ts';

const deliveries = ({ mongo }: AlertSandbox) => mongo.admin.db('gx_webhooks');
const validate = (sandbox: AlertSandbox, validator: object): Promise<unknown> =>
  deliveries(sandbox).command({ collMod: 'deliveries', validator, writeConcern: { w: 'majority' } });

/** What an earlier fault left is sent: how long it waited would be taken for this one's. */
const nothingWaits = ({ prometheus }: AlertSandbox): Promise<unknown> =>
  until(
    'nothing waits',
    async () => (await prometheus.query('{__name__=~"gx_webhook_oldest_(due|held)_age"} > 5')).length === 0,
    { timeoutMs: 180_000, everyMs: 250 },
  );

/**
 * Late enough for the level, and no failure: an endpoint that hangs is soon asked once in 30 s and weighs
 * nothing among the others.
 */
const LATE_MS = 6_000;

const late: Walk = {
  name: 'endpoint-late',
  alerts: ['GxPayToWebhookBurns'],
  fault: `the endpoint of one of two merchants answers after ${LATE_MS / 1_000} s`,
  mendedBy: 'the merchant mends the endpoint',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    const path = sandbox.shops[0]?.path ?? '';
    await fault(async () => sandbox.sink.answer(path, { delayMs: LATE_MS }));
    await fires('GxPayToWebhookBurns');
    await page.query('sum by (gx_outcome) (rate(gx_webhook_attempts_total[5m]))');
    await page.query('max by (gx_queue) (gx_webhook_oldest_due_age)');
    await page.query('max by (messaging_consumer_group_name) (gx_consumer_lag)');
    await mend(async () => sandbox.sink.answer(path, {}));
  },
  undo: async (sandbox) => {
    for (const { path } of sandbox.shops) sandbox.sink.answer(path, {});
  },
};

/** Its own retries wait for its own place, and nobody else's for anything: no reason to call anybody. */
const hangs: Walk = {
  name: 'endpoint-hangs',
  alerts: [],
  fault: 'the endpoint of one of two merchants takes the connection and never answers',
  mendedBy: 'the merchant mends the endpoint',
  play: async ({ sandbox, page, fault, silentUntil, mend }) => {
    const path = sandbox.shops[0]?.path ?? '';
    await nothingWaits(sandbox);
    await fault(async () => sandbox.sink.answer(path, { hang: true }));
    // Longer than the rule would have waited.
    await silentUntil('GxWebhooksWait', 'max by (gx_queue) (gx_webhook_oldest_throttled_age) > 150');
    await page.query('max by (gx_queue) (gx_webhook_oldest_due_age)');
    await page.query('max by (gx_queue) (gx_webhook_oldest_throttled_age)');
    await page.query('sum by (gx_outcome) (rate(gx_webhook_attempts_total[5m]))');
    page.grep('webhooks', 'job failed|broke off', 1);
    page.grep('webhooks', '"move":"retry"', 1);
    await mend(async () => sandbox.sink.answer(path, {}));
  },
  undo: async (sandbox) => {
    for (const { path } of sandbox.shops) sandbox.sink.answer(path, {});
  },
};

const nobodySends: Walk = {
  name: 'webhooks-wait',
  alerts: ['GxWebhooksWait', 'GxFirstAttemptBurns'],
  fault: 'the database refuses what an attempt writes: somebody put a rule on the collection of deliveries',
  mendedBy: 'the rule is taken away',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    await nothingWaits(sandbox);
    await fault(() => validate(sandbox, { status: { $ne: 'PROCESSING' } }));
    await fires('GxWebhooksWait');
    page.grep('webhooks', 'job failed|broke off', 1);
    await page.query('sum by (gx_outcome) (rate(gx_webhook_attempts_total[5m]))');
    await page.query('max by (gx_queue) (gx_webhook_oldest_due_age)');
    await page.query('max by (gx_queue) (gx_webhook_oldest_throttled_age)');
    await mend(() => validate(sandbox, {}));
    await fires('GxFirstAttemptBurns');
    await page.query('histogram_quantile(0.9, sum by (le) (rate(gx_webhook_delay_bucket[5m])))');
  },
  undo: async (sandbox) => void (await validate(sandbox, {})),
};

const LAST_BUT_ONE = 14;

/** Fourteen attempts take almost three days: somebody else's have been made. */
const deadLetter: Walk = {
  name: 'dead-letter',
  alerts: ['GxWebhookDeadLetters'],
  fault: 'the endpoint of one of two merchants answers 500; a delivery is brought to its last attempt in the database',
  mendedBy: 'the merchant mends the endpoint; it ends an hour later',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    const path = sandbox.shops[0]?.path ?? '';
    await fault(async () => {
      sandbox.sink.answer(path, { status: 500 });
      const bring = async (): Promise<boolean> => {
        const waits = { status: 'PENDING', queue: 'retry' };
        const last = { $set: { attempts: LAST_BUT_ONE, dueAt: new Date() } };
        return (await deliveries(sandbox).collection('deliveries').updateOne(waits, last)).matchedCount === 1;
      };
      await until('one waits for its last attempt', bring, { timeoutMs: 60_000, everyMs: 250 });
    });
    await fires('GxWebhookDeadLetters');
    page.grep('webhooks', 'webhook_dead_letter', 1);
    await mend(async () => sandbox.sink.answer(path, {}));
  },
  undo: async (sandbox) => {
    for (const { path } of sandbox.shops) sandbox.sink.answer(path, {});
  },
};

export const WEBHOOKS: readonly Walk[] = [late, hangs, nobodySends, deadLetter];
