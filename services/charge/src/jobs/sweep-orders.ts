import { ChangesUnread, type OrderElement } from '@gx/acquirer';
import type { Logger } from '@gx/runtime';
import type { Bank, BankDirectory, OrderDesk } from '../banks/bank-directory.ts';
import type { NoticeStore } from '../store/notices.ts';
import { type SweepMemory, type SweepPace, saidOfAll, sweepMemory, sweepWindow, unreadTurn } from './sweep-window.ts';
import { sweptNotice } from './swept-notice.ts';

type Deps = SweepPace & {
  readonly banks: BankDirectory;
  readonly notices: NoticeStore;
  readonly log: Logger;
  /** Runs a sweep unless another replica is at it. */
  readonly alone: (name: string, sweep: () => Promise<void>) => Promise<unknown>;
};

/**
 * Reads which orders changed at each acquirer and hands every state that nobody has asked about to the handler of notices, so a lost notice costs
 * time and never money.
 */
export function sweepOrders(deps: Deps): () => Promise<unknown> {
  const memory = sweepMemory();
  return async () => {
    const said: unknown[] = [];
    for (const bank of await deps.banks.usable()) {
      const { orders } = bank;
      if (orders === null) continue;
      const one = await deps.alone(`sweep-orders:${bank.id}`, async () => {
        try {
          await sweep(deps, { bank, orders }, memory);
        } catch (err) {
          if (!(err instanceof ChangesUnread)) throw err;
          deps.log.warn(
            { ...unreadTurn(memory, idOf(bank)), bank_profile: bank.id, err },
            'orders could not be read, the watermark stays',
          );
        }
      });
      said.push(one);
    }
    return saidOfAll(said);
  };
}

type Desk = { readonly bank: Bank; readonly orders: OrderDesk };

/** Its sweep and its lease are not those of the bank's Pix. */
const idOf = ({ id }: Bank): string => `orders:${id}`;

async function sweep(deps: Deps, { bank, orders }: Desk, memory: SweepMemory): Promise<void> {
  const found = await sweepWindow(deps, {
    id: idOf(bank),
    memory,
    pages: (window) => orders.provider.listChanges(window),
    take: (page) => take(deps, bank, page),
  });
  if (found > 0) deps.log.info({ bank_profile: bank.id, found }, 'the sweep found changes of orders');
}

/** Stores each state of an order once, and has what waits for an answer asked about again; how many those were. */
async function take({ notices, sweeps, log }: Deps, bank: Bank, page: readonly OrderElement[]): Promise<number> {
  const unreadable = page.filter(({ kind }) => kind === 'unreadable').length;
  if (unreadable > 0)
    log.error(
      { alarm: 'receipt_unreadable', bank_profile: bank.id, unreadable },
      'the acquirer lists what is no order',
    );
  const orders = page.flatMap((element) => (element.kind === 'order' ? [element] : []));
  if (orders.length === 0) return 0;
  const hastened = await notices.hasten(bank.id, { orderReference: { $in: orders.map(({ reference }) => reference) } });
  const found = { bankProfileId: bank.id, receivedAt: await sweeps.now() };
  const added = await notices.add(
    orders.map(({ key, reference }) =>
      sweptNotice({ ...found, elementKey: `swept:order:${key}`, orderReference: reference }),
    ),
  );
  return hastened + added;
}
