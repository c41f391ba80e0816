import type { Tenant } from '@gx/core';
import type { ExecutionContext } from 'ava';
import { CALL, type Rig, stored } from './rig.ts';

type ChargeReference = { readonly tenant: Tenant; readonly id: string };

/** What tests of expiry and cancellation share. */
export const charges = (rig: Rig) => rig.database.connection.collection('charges');

/** Stores another end of the charge's time; the bank's own stays as it was. */
export async function expiresIn(rig: Rig, id: string, ms: number): Promise<Date> {
  const expiresAt = new Date(Date.now() + ms);
  await charges(rig).updateOne(
    { _id: id as never },
    { $set: { 'paymentOptions.0.pix.expiresAt': expiresAt, 'due.expiry:sim': expiresAt } },
  );
  return expiresAt;
}

export const statusOf = async (rig: Rig, { tenant, id }: ChargeReference): Promise<string> =>
  (await rig.rpc.getCharge(CALL, { tenant, id })).status;

export const shownByBank = (rig: Rig, { tenant, id }: ChargeReference) =>
  rig.rpc.getSimulatedProviderState(CALL, { tenant, chargeId: id });

export const paymentsOf = async (rig: Rig, id: string) =>
  ((await charges(rig).findOne({ _id: id as never }))?.['payments'] ?? []) as {
    endToEndId: string;
    decision: string;
    reason: string | null;
  }[];

/** Speaks to the bank as another system of the same receiver would. */
export async function atBank(rig: Rig, method: 'PUT' | 'PATCH', txid: string, body: string): Promise<void> {
  const { clientId, clientSecret } = rig.bank;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const token = await fetch(`${rig.simulator.url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const answer = await fetch(`${rig.simulator.url}/v2/cob/${txid}`, {
    method,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body,
  });
  if (!answer.ok) throw new Error(`the bank answered ${answer.status}`);
}

export const removeAtBank = (rig: Rig, txid: string): Promise<void> =>
  atBank(rig, 'PATCH', txid, JSON.stringify({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }));

/** It is cancelled, and nothing of its closing or of its review is left to be done. */
export async function cancelledWhole(t: ExecutionContext, rig: Rig, id: string): Promise<void> {
  const document = await stored(rig, id);
  t.like(document, { status: 'CANCELLED', closing: null });
  for (const kind of ['held', 'payer:sim', 'closing:sim']) t.is(document?.['due'][kind], undefined);
}
