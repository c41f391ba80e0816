import type { Cents } from '@gx/core';
import type { ProviderOrderRefund } from './order-provider.ts';
import type { Outcome } from './outcome.ts';
import type { PixOutRequest, ProviderPixOut } from './pix-out.ts';
import type { BankCall, PixProvider, ProviderDevolution } from './provider.ts';

/** Money that we sent as the bank shows it, however it travels. */
export type TransferAtBank = {
  readonly amount: Cents | null;
  readonly status: 'in_progress' | 'succeeded' | 'failed';
  readonly reason: string | null;
};
/** How one transfer is said to its bank, and asked for: always the same id and the same stored body. */
export type TransferRail<S extends TransferAtBank = TransferAtBank> = {
  readonly send: (call: BankCall) => Promise<Outcome<S>>;
  readonly poll: (call: BankCall) => Promise<Outcome<S | null>>;
};

type Sent = ProviderDevolution | ProviderPixOut | ProviderOrderRefund;

/** A word that this version does not know is no end. */
const STATUS = {
  in_progress: 'in_progress',
  unrecognised: 'in_progress',
  returned: 'succeeded',
  refunded: 'succeeded',
  sent: 'succeeded',
  failed: 'failed',
} as const satisfies Record<Sent['status'], TransferAtBank['status']>;

type Shown<V> = V extends Sent ? Omit<V, 'status'> & Pick<TransferAtBank, 'status'> : V;

/** A Pix that we sent, in the words of every transfer. */
export type SentPixOut = Shown<ProviderPixOut>;

/** The way of a Pix-out through the port. */
export const pixOutRail = (
  provider: Pick<PixProvider, 'sendPix' | 'getSentPix'>,
  { id, kind, body }: Omit<PixOutRequest, 'body'> & { readonly body: () => string },
): TransferRail<SentPixOut> => ({
  send: async (call) => transferIn(await provider.sendPix({ id, kind, body: body() }, call)),
  poll: async (call) => transferIn(await provider.getSentPix(id, call)),
});

/** The same outcome, with what the port shows in the words of every transfer. */
export function transferIn<V extends Sent | null>(outcome: Outcome<V>): Outcome<Shown<V>> {
  if (outcome.kind !== 'done' && outcome.kind !== 'pending') return outcome;
  const { kind, value } = outcome;
  const shown = value === null ? null : { ...value, status: STATUS[value.status] };
  return { kind, value: shown as Shown<V> };
}
