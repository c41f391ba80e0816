import { invariant } from '@gx/core';
import type { BankCall, Outcome, ProviderCharge, ProviderOrder } from '@gx/providers';
import type { Logger } from '@gx/runtime';
import type { Bank, OrderAdapter } from '../banks/bank-directory.ts';
import type { ShownOrder } from '../domain/apply-order-status.ts';
import { pixCodeOf } from '../domain/br-code.ts';
import type { Charge } from '../domain/charge.ts';
import type { CreationEnd } from '../domain/create.ts';
import { optionOf } from '../domain/payment-options.ts';
import { callFor, type Deadline } from './budget.ts';
import { shownOrder } from './shown-order.ts';

// Queries read what an adapter answered, and know no provider.
export { responseOf } from '@gx/providers';

/**
 * Either the bank's answer can be believed, or the question stays open. `doubt`: the bank may hold the
 * charge. `follow`: the acquirer shows an order, wherever it stands.
 */
export type CreationResult =
  | CreationEnd
  | { readonly kind: 'follow'; readonly shown: ShownOrder }
  | { readonly kind: 'open'; readonly isUnknown: boolean; readonly retryAfterSeconds: number };

/** Where the option that a charge stands for is created and removed, and what it means when it is shown. */
export type ProviderAdapter<T> = {
  readonly find: (call: BankCall) => Promise<Outcome<T | null>>;
  readonly create: (call: BankCall) => Promise<Outcome<T>>;
  readonly remove: (call: BankCall) => Promise<Outcome<T>>;
  readonly isOpen: (shown: T) => boolean;
  /** How what is shown ends the creation. */
  readonly endOf: (shown: T) => CreationResult;
};
type Deps = { readonly log: Logger };

export const pixAdapter = ({ log }: Deps, bank: Bank, charge: Charge): ProviderAdapter<ProviderCharge> => {
  const { txid, body } = optionOf(charge);
  const { merchant } = callFor(charge);
  return {
    find: (call) => bank.provider.getCharge(txid, { ...call, merchant }),
    create: (call) => bank.provider.createCharge({ txid, body: sendable(body) }, { ...call, merchant }),
    remove: (call) => bank.provider.cancelCharge(txid, { ...call, merchant }),
    isOpen: ({ status }) => status === 'active',
    endOf: (shown) => {
      if (shown.status === 'removed_by_receiver') return { kind: 'cancel' };
      if (shown.status === 'removed_by_bank')
        return { kind: 'reject', rejection: { code: shown.status, message: 'The bank removed the charge.' } };
      const pix = shown.amount === charge.amount ? pixCodeOf(shown, bank.merchant) : undefined;
      return pix === undefined ? unusable(log, bank, charge) : { kind: 'present', pix };
    },
  };
};

export const orderAdapter = ({ log }: Deps, bank: Bank, charge: Charge): ProviderAdapter<ProviderOrder> => {
  const { provider } = orderAdapterOf(bank);
  const { txid: reference, body } = optionOf(charge);
  const { merchant } = callFor(charge);
  return {
    find: (call) => provider.getOrder(reference, { ...call, merchant }),
    create: (call) => provider.createOrder({ reference, body: sendable(body) }, { ...call, merchant }),
    remove: (call) => provider.cancelOrder(reference, { ...call, merchant }),
    isOpen: ({ status }) => status === 'awaiting_payer' || status === 'authenticating',
    endOf: (order) => {
      if (!isOurs(charge, order)) return unusable(log, bank, charge);
      return order.status === 'cancelled' ? { kind: 'cancel' } : { kind: 'follow', shown: shownOrder(order) };
    },
  };
};

/** A removal that the provider does not confirm is asked for so often in one run, after another look each. */
const REMOVALS = 2;

/**
 * What the provider shows once it was asked to remove a charge, null if it has none. Pending: it can still be
 * paid.
 */
export async function removeAtProvider<T>(
  { find, remove, isOpen }: ProviderAdapter<T>,
  deadline: Deadline,
): Promise<Outcome<T | null>> {
  for (let removals = 0; ; removals += 1) {
    const found = await find(deadline.call());
    if (found.kind !== 'done' || found.value === null || !isOpen(found.value)) return found;
    if (removals === REMOVALS || deadline.isOver()) return { kind: 'pending', value: found.value };
    const removed = await remove(deadline.call());
    if (removed.kind === 'done' || removed.kind === 'not_sent') return removed;
  }
}

/** The provider that a charge was made at; a profile is replaced, its acquirer is not taken away. */
export function orderAdapterOf({ orders }: Bank): OrderAdapter {
  invariant(orders !== null, 'the bank profile of an order has no acquirer any more');
  return orders;
}

/** Whether what the acquirer shows can be paid as ours. */
const isOurs = (charge: Charge, { amount, currency, instructions }: ProviderOrder): boolean =>
  amount === charge.amount && currency === charge.currency && instructions.method === charge.method;

function unusable(log: Logger, bank: Bank, charge: Charge): CreationResult {
  log.error(
    { alarm: 'charge_unusable_at_bank', charge_id: charge.id, bank_profile: bank.id },
    'the bank shows a charge that cannot be paid as ours',
  );
  return { kind: 'open', isUnknown: true, retryAfterSeconds: 5 };
}

/** The customer of a charge that is being created is not erased. */
function sendable(body: string): string {
  invariant(body !== '', 'the request of a creation is under a key that was destroyed');
  return body;
}
