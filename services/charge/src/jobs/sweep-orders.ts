import type { OrderElement } from '@gx/providers';
import type { Bank } from '../banks/bank-directory.ts';
import { callbackFromSweep } from '../commands/callback-from-sweep.ts';
import type { CallbackStore } from '../store/callbacks.ts';
import { type SweepDeps, type SweepOfBank, sweepList, sweepMemory } from './sweep-list.ts';

export type OrderSweepDeps = SweepDeps & { readonly callbacks: CallbackStore };

/**
 * Reads which orders changed at the acquirer of a bank and hands every state that nobody has queried to
 * the handler of callbacks, so a lost callback costs time and never money.
 */
export function sweepOrders(deps: OrderSweepDeps): SweepOfBank {
  const memory = sweepMemory();
  return async (bank, goesOn) => {
    const { id, orders } = bank;
    if (orders === null) return undefined;
    return sweepList(deps, {
      bank,
      memory,
      goesOn,
      // Its sweep is not that of the bank's Pix.
      id: `orders:${id}`,
      pages: (window) => orders.provider.listChanges(window),
      take: (page) => take(deps, bank, page),
      messages: {
        found: 'the sweep found changes of orders',
        unread: 'orders could not be read, the watermark stays',
        unreadable: 'the acquirer lists what is no order',
      },
    });
  };
}

/**
 * Stores each state of an order once, and has what waits for an answer queried again; how many those
 * were.
 */
async function take({ callbacks, sweeps }: OrderSweepDeps, bank: Bank, page: readonly OrderElement[]): Promise<number> {
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
