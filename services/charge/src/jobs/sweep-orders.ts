import { ChangesUnread, type OrderElement } from '@gx/acquirer';
import { addMillis } from '@gx/core';
import { type Logger, traceparent } from '@gx/runtime';
import type { Bank, BankDirectory, OrderDesk } from '../banks/bank-directory.ts';
import type { NewNotice, NoticeStore } from '../store/notices.ts';
import type { SweepStore } from '../store/sweeps.ts';

type Deps = {
  readonly banks: BankDirectory;
  readonly notices: NoticeStore;
  readonly sweeps: SweepStore;
  readonly log: Logger;
  /** How often each replica sweeps; one that finds a sweep younger than half of it leaves the acquirer alone. */
  readonly sweepEveryMs: number;
  /** Runs a sweep unless another replica is at it. */
  readonly alone: (name: string, sweep: () => Promise<void>) => Promise<void>;
  readonly nudge: () => void;
};

const OVERLAP_MS = 5 * 60_000;
const LOOK_BACK_MS = 48 * 3_600_000;
const LOOK_BACK_EVERY_MS = 3_600_000;

/**
 * Reads which orders changed at each acquirer and hands every state that nobody has asked about to the handler of notices, so a lost notice costs
 * time and never money. The end of the window is fixed before the first page and saved after the last one is stored.
 */
export function sweepOrders(deps: Deps): () => Promise<void> {
  const lookedBackHere = new Set<string>();
  return async () => {
    for (const bank of await deps.banks.all()) {
      const { orders } = bank;
      if (orders === null) continue;
      await deps.alone(`sweep-orders:${bank.id}`, async () => {
        try {
          await sweep(deps, { bank, orders }, !lookedBackHere.has(bank.id));
          lookedBackHere.add(bank.id);
        } catch (err) {
          if (!(err instanceof ChangesUnread)) throw err;
          deps.log.warn(
            { bank_profile: bank.id, reason: err.message },
            'orders could not be read, the sweep will repeat',
          );
        }
      });
    }
  };
}

type Desk = { readonly bank: Bank; readonly orders: OrderDesk };

async function sweep(deps: Deps, { bank, orders }: Desk, atStart: boolean): Promise<void> {
  const id = `orders:${bank.id}`;
  const now = await deps.sweeps.now();
  const last = await deps.sweeps.of(id);
  const lookBack = atStart || last === null || last.lookedBackAt < addMillis(now, -LOOK_BACK_EVERY_MS);
  if (!lookBack && last.readUntil > addMillis(now, -deps.sweepEveryMs / 2)) return;
  const recent = addMillis(last?.readUntil ?? now, -OVERLAP_MS);
  const far = addMillis(now, -LOOK_BACK_MS);
  let found = 0;
  for await (const page of orders.provider.listChanges({ from: lookBack && far < recent ? far : recent, to: now })) {
    found += await take(deps, bank, page);
    if (found > 0) deps.nudge();
  }
  await deps.sweeps.done(id, now, lookBack);
  if (found > 0) deps.log.info({ bank_profile: bank.id, found }, 'the sweep found changes of orders');
}

/** Stores each state of an order once; how many were new. */
async function take({ notices, sweeps, log }: Deps, bank: Bank, page: readonly OrderElement[]): Promise<number> {
  const unreadable = page.filter(({ kind }) => kind === 'unreadable').length;
  if (unreadable > 0)
    log.error(
      { alarm: 'receipt_unreadable', bank_profile: bank.id, unreadable },
      'the acquirer lists what is no order',
    );
  const receivedAt = await sweeps.now();
  const trace = traceparent() ?? null;
  return notices.add(
    page.flatMap((element): NewNotice[] =>
      element.kind === 'unreadable'
        ? []
        : [
            {
              bankProfileId: bank.id,
              elementKey: `swept:order:${element.key}`,
              orderReference: element.reference,
              endToEndId: null,
              txid: null,
              pixOutId: null,
              devolved: false,
              problems: null,
              sealed: null,
              traceparent: trace,
              receivedAt,
            },
          ],
    ),
  );
}
