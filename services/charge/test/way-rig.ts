import type { Charge } from '@gx/contracts/charge';
import { until } from '@gx/testkit';
import { asking } from './order-rig.ts';
import { CALL, newTenant, PATIENT, type Rig, stored } from './rig.ts';

export type Chosen = { readonly tenant: ReturnType<typeof newTenant>; readonly id: string; readonly charge: Charge };
type StoredWay = { readonly method: string; readonly txid: string; readonly state: string };

/** What is asked for together in Brazil, and what in Portugal. */
export const IN_BRL = ['BOLETO', 'PIX', 'CREDIT_CARD'] as const;
export const IN_EUR = ['MBWAY', 'MULTIBANCO', 'CREDIT_CARD'] as const;

/** A charge that may be paid by each of its methods: all of their providers have it. */
export async function choosable(rig: Rig, methods: readonly string[] = IN_BRL): Promise<Chosen> {
  const tenant = newTenant();
  const currency = methods.includes('MBWAY') || methods.includes('MULTIBANCO') ? 'EUR' : 'BRL';
  const metadataJson = '{"phone":"+351912345678"}';
  const change = { paymentMethods: [...methods], currency, metadataJson };
  const { charge: answered } = await rig.rpc.createCharge(CALL, asking('BOLETO', change, tenant));
  const id = answered?.id ?? '';
  await until(
    'every way is open',
    async () => {
      const ways = await waysOf(rig, id);
      if (ways.length < methods.length - 1 || ways.some(({ state }) => state !== 'open')) return false;
      // What is stored is read by the service a moment later, when most members have it.
      return (await rig.rpc.getCharge(CALL, { tenant, id })).otherOrders.length === ways.length;
    },
    PATIENT,
  );
  return { tenant, id, charge: await rig.rpc.getCharge(CALL, { tenant, id }) };
}

/** The other ways of a charge, as they are stored. */
export const waysOf = async (rig: Rig, id: string): Promise<readonly StoredWay[]> =>
  ((await stored(rig, id))?.['ways'] as readonly StoredWay[] | undefined) ?? [];

/** Once every way but the charge's own is over. */
export const waysOver = (rig: Rig, id: string) =>
  until('the other ways are over', async () => (await waysOf(rig, id)).every(({ state }) => state === 'over'), PATIENT);

/** By method, the name that the charge has at the provider of it. */
export async function txidsOf(rig: Rig, id: string): Promise<Readonly<Record<string, string>>> {
  const document = await stored(rig, id);
  const others = (await waysOf(rig, id)).map(({ method, txid }) => [method, txid]);
  return Object.fromEntries([[document?.['method'], document?.['txid']], ...others]);
}
