import { cents, newId } from '@gx/core';
import { ACQUIRER_DEFAULTS, acquirerOrderProvider, type ProviderOrder, type ProviderOrderMethod } from '@gx/providers';
import { newTenant, type PaidCharge, paid, profileOf, type Rig } from './rig.ts';

const PROFILE = 'acquirer';
export const CURRENCY: Readonly<Record<ProviderOrderMethod, string>> = {
  CREDIT_CARD: 'EUR',
  MBWAY: 'EUR',
  MULTIBANCO: 'EUR',
  BOLETO: 'BRL',
  CRYPTO: 'USDT',
};
/** A charge that was paid by another method than Pix; its order at the acquirer goes by the reference. */
export type PaidOrder = PaidCharge & { readonly reference: string };
export type Orders = ReturnType<typeof ordersOf>;

/** Orders at the simulator's acquirer, as charge makes them. */
export function ordersOf(rig: Rig) {
  rig.charges.profiles.push({ ...profileOf(PROFILE, rig.bank, rig.simulator.url), acquirerPath: '/acquirer/v1' });
  const quiet = { warn: () => undefined, info: () => undefined, error: () => undefined, debug: () => undefined };
  const acquirer = acquirerOrderProvider(
    {
      id: PROFILE,
      livemode: false,
      baseUrl: rig.simulator.url,
      ...ACQUIRER_DEFAULTS,
      clientId: rig.bank.clientId,
      clientSecret: rig.bank.clientSecret,
      providerFee: { fixedCents: cents(0), basisPoints: 0 },
      callbackToken: { kind: 'token_in_path', token: 'x' },
    },
    { log: quiet as never, now: () => new Date(), deadlineMs: 5_000 },
  );
  const pay = (reference: string, how: object = {}) =>
    rig.simulator.control('POST', `/sim/orders/${reference}/outcome`, { outcome: 'approved', notify: 'never', ...how });
  return {
    profileId: PROFILE,
    pay,
    /** An order that was paid, and the charge of it, which is in the wallet. */
    async paidOrderOf(method: ProviderOrderMethod, amount = 1_000): Promise<PaidOrder> {
      const reference = newId('charge').replaceAll('-', '');
      const currency = CURRENCY[method];
      const wish = { method, amount: cents(amount), currency, expiresInSeconds: 3_600, phone: '+351912345678' };
      await acquirer.createOrder({ reference, body: acquirer.orderRequest(wish) });
      await pay(reference);
      const status = method === 'CREDIT_CARD' ? 'APPROVED' : 'PAID';
      const charge = { currency, status, paymentMethod: method } as const;
      const settlement = { endToEndId: `ord_${reference}_1`, orderReference: reference };
      const it = await paid(rig, { amount, tenant: newTenant(), profileId: PROFILE });
      const known = rig.charges.settlements.get(it.chargeId);
      rig.charges.settlements.set(it.chargeId, { ...known, ...settlement, charge: { ...known?.charge, ...charge } });
      return { ...it, reference };
    },
    /** The acquirer's own books. */
    async books(reference: string): Promise<ProviderOrder> {
      const shown = await acquirer.getOrder(reference);
      if (shown.kind !== 'done' || shown.value === null) throw new Error(`no order: ${shown.kind}`);
      return shown.value;
    },
    close: () => acquirer.close(),
  };
}
