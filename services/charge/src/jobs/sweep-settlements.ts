import { type EndToEndId, sha256Hex } from '@gx/core';
import type { PixElement, ProviderPayment } from '@gx/providers';
import { type Cipher, RecentSet, traceparent } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { callbackFromSweep } from '../commands/callback-from-sweep.ts';
import { newCallback } from '../commands/new-callback.ts';
import { peersOf } from '../commands/payment-owner.ts';
import type { CallbackStore } from '../store/callbacks.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { UnmatchedPaymentStore } from '../store/unmatched-payments.ts';
import { type SweepDeps, type SweepOfBank, sweepList, sweepMemory } from './sweep-list.ts';
import { reopenUnrecorded } from './unrecorded-returns.ts';

export type SettlementSweepDeps = SweepDeps & {
  readonly banks: BankDirectory;
  readonly charges: ChargeStore;
  readonly unmatchedPayments: UnmatchedPaymentStore;
  readonly callbacks: CallbackStore;
  readonly cipher: Cipher;
  /** Whether this process handles a callback of the Pix just now. */
  readonly isHandling: (endToEndId: EndToEndId) => boolean;
};
type TakeDeps = SettlementSweepDeps & { readonly settled: KnownSettlements };
/**
 * What was decided about as the bank listed it, so that a window that overlaps queries our database for
 * nothing.
 */
type KnownSettlements = Pick<RecentSet, 'has' | 'add'>;

/** Longer than windows overlap; what a long look back lists is looked up again. */
const SETTLED = { periodMs: 600_000, max: 50_000 } as const;

/**
 * Reads what settled at a bank and hands what nobody has decided about to the handler of callbacks, so a lost
 * callback costs time and never money.
 */
export function sweepSettlements(deps: SettlementSweepDeps): SweepOfBank {
  const memory = sweepMemory();
  const settled = new RecentSet({ ...SETTLED, clockMs: () => performance.now() });
  return (bank, goesOn) =>
    sweepList(deps, {
      bank,
      memory,
      goesOn,
      id: bank.id,
      pages: (window) => bank.provider.listSettlements(window),
      take: (page) => take({ ...deps, settled }, bank, page),
      messages: {
        found: 'the sweep found settlements that nobody noticed',
        unread: 'settlements could not be read, the watermark stays',
        unreadable: 'the bank lists money that cannot be read',
      },
    });
}

/**
 * Stores what has no decision yet, or was taken back by the bank since, or has it queried again; how
 * many those were.
 */
async function take(deps: TakeDeps, bank: Bank, page: readonly PixElement[]): Promise<number> {
  await keepUnreadable(deps, bank, page);
  const payments = page
    .flatMap((element) => (element.kind === 'payment' ? [element.payment] : []))
    .filter((payment) => !deps.settled.has(asListed(bank, payment)));
  const ids = payments.map(({ endToEndId }) => endToEndId);
  if (ids.length === 0) return 0;
  const profileIds = await peersOf(deps, bank);
  const [charged, unmatched] = await Promise.all([
    deps.charges.decided(profileIds, ids),
    deps.unmatchedPayments.known(profileIds, ids),
  ]);
  const { reopened, recorded } = await reopenUnrecorded(deps, bank, payments, profileIds);
  for (const payment of payments) {
    const { endToEndId, devolutions } = payment;
    if (charged.has(endToEndId) && (devolutions.length === 0 || recorded.has(endToEndId)))
      deps.settled.add(asListed(bank, payment));
  }
  const open = payments.filter(
    ({ endToEndId }) => !charged.has(endToEndId) && !unmatched.has(endToEndId) && !deps.isHandling(endToEndId),
  );
  if (open.length === 0) return reopened;
  const found = { bankProfileId: bank.id, receivedAt: await deps.sweeps.now() };
  await deps.callbacks.reopen(
    open.map(({ endToEndId, txid }) =>
      callbackFromSweep({ ...found, elementKey: sweptKey(endToEndId), endToEndId, txid }),
    ),
  );
  // A callback of it too, not the find alone: nobody else may know who paid.
  await deps.callbacks.rescheduleNow(bank.id, { endToEndId: { $in: open.map(({ endToEndId }) => endToEndId) } });
  return open.length + reopened;
}

/** What cannot be read is kept as the bank wrote it, as it is of a callback: a later reader may. */
async function keepUnreadable({ callbacks, cipher, sweeps }: TakeDeps, bank: Bank, page: readonly PixElement[]) {
  const unreadable = page.filter(({ kind }) => kind === 'unreadable');
  if (unreadable.length === 0) return;
  const origin = { bank, cipher, receivedAt: await sweeps.now(), traceparent: traceparent() ?? null };
  await callbacks.add(unreadable.map((element) => newCallback(origin, element)));
}

/** A payment by its id, and what of it goes back in which state. */
const asListed = ({ id }: Bank, { endToEndId, devolutions }: ProviderPayment): string =>
  JSON.stringify([
    id,
    endToEndId,
    devolutions.map((devolution) => [devolution.id, devolution.amount, devolution.status]),
  ]);

/** Found again, it is the same callback; never the key of an element of a callback. */
const sweptKey = (endToEndId: EndToEndId): string => `swept:${sha256Hex(endToEndId)}`;
