import type { ChargeEvent } from '@gx/contracts/charge';
import type { Logger } from '@gx/runtime';
import { oneByOne, type QueryOwner, type ReceivedEvent, type UnappliableEvent, unconfirmedBy } from '@gx/runtime/kafka';
import type { StoreReturnDeps } from '../commands/store-return.ts';
import { type OnProviderCallbackReceivedDeps, onProviderCallbackReceived } from './on-provider-callback-received.ts';
import { onReturnOrdered, sendsMoney } from './on-return-ordered.ts';
import { type OnReturnedByBankDeps, onReturnedByBank } from './on-returned-by-bank.ts';

export type OnChargeEventsDeps = StoreReturnDeps &
  OnProviderCallbackReceivedDeps &
  OnReturnedByBankDeps & {
    readonly charges: { readonly confirmMoney: QueryOwner<ChargeEvent> };
    readonly log: Logger;
  };
type OnEvent = (event: ChargeEvent, received: ReceivedEvent<ChargeEvent>) => Promise<string | undefined>;
type Acts = Readonly<Record<string, (deps: OnChargeEventsDeps, ...of: Parameters<OnEvent>) => ReturnType<OnEvent>>>;

/** Each type of event that this service listens to has its own act. */
const ACTS: Acts = {
  'charge.return_ordered': onReturnOrdered,
  'charge.provider_callback_received': onProviderCallbackReceived,
  'charge.returned_by_bank': onReturnedByBank,
};
export const CHARGE_EVENTS: readonly string[] = Object.keys(ACTS);

/** Applies a batch of charge's events; money goes back only by an order that charge confirms (ADR 117). */
export function onChargeEvents(deps: OnChargeEventsDeps) {
  const unconfirmed = unconfirmedBy(deps.charges.confirmMoney, { owner: 'charge' });
  const applied = oneByOne<ChargeEvent>(async (event, received) => {
    const act = ACTS[event.type];
    return act === undefined ? "the type is not the header's" : act(deps, event, received);
  });
  return async (batch: readonly ReceivedEvent<ChargeEvent>[]): Promise<readonly UnappliableEvent<ChargeEvent>[]> => {
    const refused = await unconfirmed(batch.filter(({ event }) => sendsMoney(event)));
    const left = new Set(refused.map(({ received }) => received));
    return [...refused, ...(await applied(batch.filter((received) => !left.has(received))))];
  };
}
