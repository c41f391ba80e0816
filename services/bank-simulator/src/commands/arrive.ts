import type { Cents, EndToEndId } from '@gx/core';
import { plannedReturn } from '../domain/bank-return.ts';
import type { Payer, Pix, ReportPayer } from '../domain/pix.ts';
import type { BankScenario } from '../domain/scenarios.ts';
import type { NewCallback } from '../store/callbacks.ts';
import type { BankStores } from '../store/open-stores.ts';
import { pixJson } from '../wire/pix-json.ts';
import type { Receiver } from './find-addressee.ts';
import { type CallbackPlan, callbackOf, planCallback } from './plan-callback.ts';

/** How the receiver is told of accepted money, and what its bank will do with it later. */
export type Consequences = {
  readonly plan: CallbackPlan | undefined;
  readonly scenario: BankScenario | undefined;
};
/** What the payer's side says of a payment. */
export type Remittance = {
  readonly endToEndId: EndToEndId;
  readonly amount: Cents;
  readonly payer: Payer;
  readonly at: Date;
  readonly reportPayer: ReportPayer;
  readonly indexLagMs: number;
  readonly listLagMs: number;
  readonly infoPagador: string | undefined;
  readonly sentAs?: Pix['sentAs'];
};

/** What follows for this receiver. Asked once for a payment: a scenario may be used up by it. */
export async function consequencesOf(
  stores: BankStores,
  { client: { clientId, pixKey }, txid }: Receiver,
  requested: Partial<CallbackPlan>,
): Promise<Consequences> {
  const about = { operation: 'callback', txid, requested } as const;
  return {
    plan: txid === undefined ? undefined : await planCallback(stores, { clientId, chave: pixKey }, about),
    scenario: await stores.scenarios.claim({ operation: 'payment', clientId, txid, decides: 'money' }),
  };
}

/** The Pix in the receiver's books, and the callback that tells of it. */
export function arrive(
  { client, txid }: Receiver,
  { endToEndId, amount, payer, at, reportPayer, indexLagMs, listLagMs, infoPagador, sentAs }: Remittance,
  { plan, scenario }: Consequences,
  now: Date,
): { readonly pix: Pix; readonly callback: NewCallback | undefined } {
  const planned = plannedReturn(scenario, now);
  const pix: Pix = {
    clientId: client.clientId,
    endToEndId,
    ...(txid === undefined ? {} : { txid }),
    amount,
    chave: client.pixKey,
    paidAt: at,
    receivedAt: now,
    payer,
    reportPayer,
    filterableFrom: new Date(now.getTime() + indexLagMs),
    listedFrom: new Date(now.getTime() + listLagMs),
    ...(infoPagador === undefined ? {} : { infoPagador }),
    devolutions: [],
    ...(sentAs && { sentAs }),
    ...(planned && { plannedReturn: planned }),
  };
  return { pix, callback: callbackOf(pix, pixJson(pix), { plan, now }) };
}
