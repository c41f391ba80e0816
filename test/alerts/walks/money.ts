import { until } from '@gx/testkit';
import type { Merchant } from '../../stories/merchant.ts';
import type { Walk } from '../walk.ts';
import type { AlertSandbox } from '../world.ts';

const PAYER = '52998224725';
const STRANGER = '11144477735';
const LOOK = { timeoutMs: 180_000, everyMs: 250 } as const;
const A_DAY_MS = 25 * 3_600_000;

function shopOf({ shops: [first] }: AlertSandbox): Merchant {
  if (first === undefined) throw new Error('no shop');
  return first.merchant;
}

async function locked(shop: Merchant): Promise<string> {
  const { status, body } = await shop.create({ customer: { name: 'Ana' }, expected_payer_tax_id: PAYER });
  if (status !== 201) throw new Error(`no locked charge: ${status}`);
  return body.id;
}

const returnFails: Walk = {
  name: 'return-fails',
  alerts: ['GxAlarm'],
  fault: 'the bank refuses three times to send a stranger’s money back (alarm `return_failed`)',
  mendedBy: 'the cause is mended at the bank, `ops return retry`',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    const shop = shopOf(sandbox);
    await fault(async () => {
      await sandbox.bank.scenario({ operation: 'devolution_put', kind: 'fails', code: 'AC03' });
      const id = await locked(shop);
      await shop.payWith(id, STRANGER, 'notification');
    });
    await fires('GxAlarm');
    await page.query('increase(gx_alarms_total[15m]) > 0 or (gx_alarms_total unless gx_alarms_total offset 15m) > 0');
    page.grep('refund', '"alarm":"return_failed"', 1);
    const { text } = await page.ops('return', 'list');
    await mend(async () => {
      await sandbox.forgetScenarios();
      await page.ops('return', 'retry', text.split('\n')[1]?.split(/\s+/)[0] ?? '');
    });
    const isEmpty = async (): Promise<boolean> => (await page.ops('return', 'list')).text.startsWith('No return');
    await until('no return waits', isEmpty, LOOK);
  },
  undo: (sandbox) => sandbox.forgetScenarios(),
};

const reviewWaits: Walk = {
  name: 'review-waits',
  alerts: ['GxAlarm'],
  fault: 'nobody knows who paid, for a day (the date is set back in the database; alarm `review_waits`)',
  mendedBy: '`ops review approve`',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    const shop = shopOf(sandbox);
    const id = await locked(shop);
    const charges = sandbox.mongo.admin.db('gx_charge').collection<{ _id: string }>('charges');
    await fault(async () => {
      await shop.payWith(id, PAYER, 'never');
      const since = new Date(Date.now() - A_DAY_MS);
      await until(
        'the money is held',
        async () => {
          const { matchedCount } = await charges.updateOne(
            { _id: id.replace('ch_', ''), 'due.held': { $exists: true } },
            { $set: { 'due.held': since, 'due.payer:sim': since } },
          );
          return matchedCount === 1;
        },
        LOOK,
      );
    });
    await fires('GxAlarm');
    page.grep('charge', '"alarm":"review_waits"', 1);
    await page.ops('review', 'list');
    await mend(() => page.ops('review', 'approve', id, '--by', 'ana'));
    await shop.untilStatus(id, 'paid', LOOK.timeoutMs);
    await page.ops('review', 'list');
  },
  undo: async () => undefined,
};

export const MONEY: readonly Walk[] = [returnFails, reviewWaits];
