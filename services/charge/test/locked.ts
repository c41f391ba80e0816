import { until } from '@gx/testkit';
import { type ChargeRequest, created, type Rig, setProfile, stored } from './rig.ts';

/** Whom a lock may name, and somebody else of the same kind. */
export const PAYERS = {
  CPF: { named: '52998224725', other: '11144477735' },
  CNPJ: { named: '11222333000181', other: '12345678000195' },
  'alphanumeric CNPJ': { named: '12ABC34501DE35', other: 'A1B2C3D4E5F668' },
} as const;
export const { named: NAMED, other: OTHER } = PAYERS.CPF;

/** A charge that only one payer may pay. */
export const locked = (rig: Rig, expectedPayerTaxId: string = NAMED, change: ChargeRequest = {}) =>
  created(rig, { expectedPayerTaxId, customer: { name: 'Maria' }, ...change });

/** Makes the bank one that has no payer filter, until the function that it answers is called. */
export async function withoutPayerFilter({ rpc, profile }: Rig): Promise<() => Promise<true>> {
  await setProfile(rpc, { ...profile, payerQuery: false });
  return () => setProfile(rpc, profile);
}

/** Whether the bank was queried who paid a charge. */
export async function isQueried(rig: Rig, { txid }: { readonly txid: string }): Promise<boolean> {
  const { pix_list = 0, pix_list_by_payer = 0 } = await rig.seen(txid);
  return pix_list + pix_list_by_payer > 0;
}

export type PayOrder = {
  readonly taxId?: string;
  readonly report_payer?: 'notification' | 'query' | 'never';
  readonly amount?: number;
  readonly paid_at?: string;
  readonly force?: boolean;
  readonly notify?: 'now' | 'never' | number;
  readonly times?: number;
  readonly index_lag_ms?: number;
  readonly list_lag_ms?: number;
};

/** Pays at the bank as a payer does; answers the end-to-end id. */
export async function paidBy(rig: Rig, { txid }: { txid: string }, { taxId, ...order }: PayOrder): Promise<string> {
  const payer = taxId === undefined ? {} : { payer: { tax_id: taxId } };
  const answer = await rig.simulator.control<{ end_to_end_id?: string; rejection?: unknown }>('POST', '/sim/pay', {
    txid,
    ...payer,
    ...order,
  });
  if (answer.end_to_end_id == null) throw new Error(`not paid: ${JSON.stringify(answer)}`);
  return answer.end_to_end_id;
}

/** A callback of the bank's own wording. */
export const notified = (rig: Rig, pix: object): Promise<unknown> =>
  rig.simulator.control('POST', '/sim/callbacks', { pixKey: rig.bank.pixKey, body: { pix: [pix] }, copies: 1 });

/** What a callback says of a Pix that the bank knows, and who it says paid. */
export const elementOf = (endToEndId: string, txid: string, pagador: object) => ({
  endToEndId,
  txid,
  valor: '19.90',
  horario: new Date().toISOString(),
  pagador,
});

export type StoredPayment = {
  readonly endToEndId: string;
  readonly decision: string;
  readonly reason: string | null;
  readonly returnId: string | null;
  readonly returnedAt: Date | null;
};
export const paymentsOf = async (rig: Rig, id: string): Promise<StoredPayment[]> =>
  (await stored(rig, id))?.['payments'] ?? [];

/** The one payment of a charge, once it is what the test waits for. */
export const paymentOf = (rig: Rig, id: string, decision: string): Promise<StoredPayment> =>
  until(
    `money of ${id} is ${decision}`,
    async () => (await paymentsOf(rig, id)).find((payment) => payment.decision === decision),
    { timeoutMs: 30_000 },
  );
