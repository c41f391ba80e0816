import type { Charge } from '@gx/contracts/charge';
import { until } from '@gx/testkit';
import { asking } from './order-rig.ts';
import { CALL, newTenant, PATIENT, type Rig, stored } from './rig.ts';

export type ChoosableCharge = {
  readonly tenant: ReturnType<typeof newTenant>;
  readonly id: string;
  readonly charge: Charge;
};
type StoredOption = { readonly method: string; readonly txid: string; readonly state: string };
type StoredOptions = { readonly method: string; readonly paymentOptions: readonly StoredOption[] };

/** What is asked for together in Brazil, and what in Portugal. */
export const IN_BRL = ['BOLETO', 'PIX', 'CREDIT_CARD'] as const;
export const IN_EUR = ['MBWAY', 'MULTIBANCO', 'CREDIT_CARD'] as const;

/** A charge that may be paid by each of its methods: all of their providers have it. */
export async function choosable(rig: Rig, methods: readonly string[] = IN_BRL): Promise<ChoosableCharge> {
  const tenant = newTenant();
  const currency = methods.includes('MBWAY') || methods.includes('MULTIBANCO') ? 'EUR' : 'BRL';
  const metadataJson = '{"phone":"+351912345678"}';
  const change = { paymentMethods: [...methods], currency, metadataJson };
  const { charge: answered } = await rig.rpc.createCharge(CALL, asking('BOLETO', change, tenant));
  const id = answered?.id ?? '';
  await until(
    'every option is open',
    async () => {
      const paymentOptions = await otherOptionsOf(rig, id);
      if (paymentOptions.length < methods.length - 1 || paymentOptions.some(({ state }) => state !== 'open'))
        return false;
      // What is stored is read by the service a moment later, when most members have it.
      return (await rig.rpc.getCharge(CALL, { tenant, id })).otherOrders.length === paymentOptions.length;
    },
    PATIENT,
  );
  return { tenant, id, charge: await rig.rpc.getCharge(CALL, { tenant, id }) };
}

async function optionsOf(rig: Rig, id: string) {
  const { method, paymentOptions } = ((await stored(rig, id)) ?? { paymentOptions: [] }) as unknown as StoredOptions;
  return { paymentOptions, others: paymentOptions.filter((one) => one.method !== method) };
}

/** The options beside the one that the charge stands for, as they are stored. */
export const otherOptionsOf = async (rig: Rig, id: string): Promise<readonly StoredOption[]> =>
  (await optionsOf(rig, id)).others;

/** Once every option but the one that the charge stands for is over. */
export const paymentOptionsOver = (rig: Rig, id: string) =>
  until(
    'the other options are over',
    async () => (await otherOptionsOf(rig, id)).every(({ state }) => state === 'over'),
    PATIENT,
  );

/** By method, the name that the charge has at the provider of it. */
export async function txidsOf(rig: Rig, id: string): Promise<Readonly<Record<string, string>>> {
  const { paymentOptions } = await optionsOf(rig, id);
  return Object.fromEntries(paymentOptions.map(({ method, txid }) => [method, txid]));
}
