import type { Charge } from '@gx/contracts/charge';
import { until } from '@gx/testkit';
import { asking } from './order-rig.ts';
import { CALL, newTenant, PATIENT, type Rig, stored } from './rig.ts';

export type Chosen = { readonly tenant: ReturnType<typeof newTenant>; readonly id: string; readonly charge: Charge };
type StoredOption = { readonly method: string; readonly txid: string; readonly state: string };

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
      const paymentOptions = await paymentOptionsOf(rig, id);
      if (paymentOptions.length < methods.length - 1 || paymentOptions.some(({ state }) => state !== 'open'))
        return false;
      // What is stored is read by the service a moment later, when most members have it.
      return (await rig.rpc.getCharge(CALL, { tenant, id })).otherOrders.length === paymentOptions.length;
    },
    PATIENT,
  );
  return { tenant, id, charge: await rig.rpc.getCharge(CALL, { tenant, id }) };
}

/** The other options of a charge, as they are stored. */
export const paymentOptionsOf = async (rig: Rig, id: string): Promise<readonly StoredOption[]> =>
  ((await stored(rig, id))?.['paymentOptions'] as readonly StoredOption[] | undefined) ?? [];

/** Once every way but the charge's own is over. */
export const paymentOptionsOver = (rig: Rig, id: string) =>
  until(
    'the other options are over',
    async () => (await paymentOptionsOf(rig, id)).every(({ state }) => state === 'over'),
    PATIENT,
  );

/** By method, the name that the charge has at the provider of it. */
export async function txidsOf(rig: Rig, id: string): Promise<Readonly<Record<string, string>>> {
  const document = await stored(rig, id);
  const others = (await paymentOptionsOf(rig, id)).map(({ method, txid }) => [method, txid]);
  return Object.fromEntries([[document?.['method'], document?.['txid']], ...others]);
}
