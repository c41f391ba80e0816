import type { Charge } from '@gx/contracts/charge';
import type { Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import {
  CALL,
  type ChargeRequest,
  type Env,
  event,
  newTenant,
  order,
  PATIENT,
  type Replica,
  type Rig,
  setProfile,
  startRig,
} from './rig.ts';
import type { Simulator } from './simulator.ts';

/** The rig with the simulator's acquirer beside its bank, reached without the proxy that judges API Pix. */
export async function startOrderRig(env: Env = {}, shared?: Simulator): Promise<Rig> {
  const rig = await startRig(env, shared);
  const profile = { ...rig.profile, baseUrl: rig.simulator.url, acquirerPath: '/acquirer/v1' };
  await setProfile(rig.rpc, profile);
  return { ...rig, profile };
}

/** What each method is asked with: a currency that it takes, and what it needs besides. */
export const ASKS = {
  CREDIT_CARD: { currency: 'BRL', returnUrl: 'https://shop.example/back' },
  MBWAY: { currency: 'EUR', metadataJson: '{"phone":"+351912345678"}' },
  MULTIBANCO: { currency: 'EUR' },
  BOLETO: { currency: 'BRL' },
  CRYPTO: { currency: 'USDT' },
} as const satisfies Record<string, ChargeRequest>;
export type Method = keyof typeof ASKS;
export const METHODS = Object.keys(ASKS) as readonly Method[];

export const asking = (method: Method, change: ChargeRequest = {}, tenant = newTenant()) => ({
  ...order(tenant, { paymentMethods: [method], ...ASKS[method], ...change }),
  surface: 'PAYMENTS' as const,
});

export type OrderCharge = { readonly tenant: Tenant; readonly id: string; readonly charge: Charge };

/** A charge that its payer can pay; on a slow machine it is answered before it is. */
export async function ordered(rig: Rig, method: Method, change: ChargeRequest = {}): Promise<OrderCharge> {
  const tenant = newTenant();
  const { charge: answered } = await rig.rpc.createCharge(CALL, asking(method, change, tenant));
  const id = answered?.id ?? '';
  const charge = await reads(rig, { tenant, id }, 'WAITING_PAYMENT');
  if (charge.order == null) throw new Error(`no ${method}: ${charge.status}`);
  return { tenant, id, charge };
}

type Play = Omit<Parameters<Rig['rpc']['simulateOutcome']>[1], 'tenant' | 'chargeId' | 'outcome'>;

/** Plays payer, issuer or cardholder; it must be taken. */
export async function play(
  rig: Rig,
  { tenant, id }: Pick<OrderCharge, 'tenant' | 'id'>,
  outcome: string,
  how: Play = {},
) {
  const result = await rig.rpc.simulateOutcome(CALL, { tenant, chargeId: id, outcome, ...how });
  if (!result.accepted) throw new Error(`${outcome} not taken: ${result.rejectionCode}`);
}

/** Once the charge reads so. */
export const reads = (
  rig: Rig,
  { tenant, id }: Pick<OrderCharge, 'tenant' | 'id'>,
  status: string,
  by: Pick<Replica, 'rpc'> = rig,
) =>
  until(
    `the charge is ${status}`,
    async () => {
      const charge = await by.rpc.getCharge(CALL, { tenant, id });
      return charge.status === status && charge;
    },
    PATIENT,
  );

/** Approved by the payer and credited by the ledger. */
export async function settled(rig: Rig, it: OrderCharge): Promise<Charge> {
  await play(rig, it, 'approved');
  await rig.ledger.credit(await event(rig, it.id, 'charge.payment_accepted'));
  return reads(rig, it, it.charge.paymentMethod === 'CREDIT_CARD' ? 'APPROVED' : 'PAID');
}

/**
 * The types of what was told of a charge, in order, once there are so many of them; what comes twice is told
 * once.
 */
export const publishedEvents = (rig: Rig, id: string, atLeast: number): Promise<string[]> =>
  until(
    `${atLeast} events of ${id}`,
    () => {
      const once = new Map(rig.ledger.events(id).map((one) => [one.eventId, one]));
      const types = [...once.values()].map(({ type }) => type);
      return types.length >= atLeast && types;
    },
    PATIENT,
  );
