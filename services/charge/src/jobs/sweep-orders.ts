import { ChangesUnread, type OrderElement } from '@gx/providers';
import type { Logger } from '@gx/runtime';
import type { Bank, OrderAdapter } from '../banks/bank-directory.ts';
import { callbackFromSweep } from '../commands/callback-from-sweep.ts';
import type { CallbackStore } from '../store/callbacks.ts';
import {
  type Alone,
  type SweepLine,
  type SweepOfBank,
  type SweepPace,
  type SweepTurn,
  sweepMemory,
  sweepWindow,
  unreadTurn,
} from './sweep-window.ts';

export type OrderSweepDeps = SweepPace & {
  readonly callbacks: CallbackStore;
  readonly log: Logger;
  readonly alone: Alone;
};

/**
 * Reads which orders changed at the acquirer of a bank and hands every state that nobody has asked about to
 * the handler of callbacks, so a lost callback costs time and never money.
 */
export function sweepOrders(deps: OrderSweepDeps): SweepOfBank {
  const memory = sweepMemory();
  return async (bank, goesOn) =>
    bank.orders === null ? undefined : sweepAlone(deps, { bank, orders: bank.orders }, { memory, goesOn });
}

type Adapter = { readonly bank: Bank; readonly orders: OrderAdapter };

const sweepAlone = (deps: OrderSweepDeps, adapter: Adapter, line: SweepLine): Promise<unknown> =>
  deps.alone(`sweep-orders:${adapter.bank.id}`, async (keep) => {
    try {
      await sweep(deps, adapter, { ...line, keep });
    } catch (err) {
      if (!(err instanceof ChangesUnread)) throw err;
      deps.log.warn(
        { ...unreadTurn(line.memory, idOf(adapter.bank)), bank_profile: adapter.bank.id, err },
        'orders could not be read, the watermark stays',
      );
    }
  });

/** Its sweep and its lease are not those of the bank's Pix. */
const idOf = ({ id }: Bank): string => `orders:${id}`;

async function sweep(deps: OrderSweepDeps, { bank, orders }: Adapter, turn: SweepTurn): Promise<void> {
  const found = await sweepWindow(deps, {
    id: idOf(bank),
    ...turn,
    pages: (window) => orders.provider.listChanges(window),
    take: (page) => take(deps, bank, page),
  });
  if (found > 0) deps.log.info({ bank_profile: bank.id, found }, 'the sweep found changes of orders');
}

/**
 * Stores each state of an order once, and has what waits for an answer asked about again; how many those
 * were.
 */
async function take(
  { callbacks, sweeps, log }: OrderSweepDeps,
  bank: Bank,
  page: readonly OrderElement[],
): Promise<number> {
  const unreadable = page.filter(({ kind }) => kind === 'unreadable').length;
  if (unreadable > 0)
    log.error(
      { alarm: 'payment_unreadable', bank_profile: bank.id, unreadable },
      'the acquirer lists what is no order',
    );
  const orders = page.flatMap((element) => (element.kind === 'order' ? [element] : []));
  if (orders.length === 0) return 0;
  const rescheduledNow = await callbacks.rescheduleNow(bank.id, {
    orderReference: { $in: orders.map(({ reference }) => reference) },
  });
  const found = { bankProfileId: bank.id, receivedAt: await sweeps.now() };
  const added = await callbacks.add(
    orders.map(({ key, reference }) =>
      callbackFromSweep({ ...found, elementKey: `swept:order:${key}`, orderReference: reference }),
    ),
  );
  return rescheduledNow + added;
}
