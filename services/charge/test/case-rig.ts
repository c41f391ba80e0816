import type { ChargeEvent } from '@gx/contracts/charge';
import type { Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import {
  CALL,
  type ChargeRequest,
  created,
  type Env,
  event,
  newTenant,
  PATIENT,
  pay,
  type Rig,
  setProfile,
  startRig,
} from './rig.ts';
import type { Simulator } from './simulator.ts';

/** A charge whose Pix is in the wallet. */
export type PaidCharge = {
  readonly tenant: Tenant;
  readonly id: string;
  readonly txid: string;
  readonly endToEndId: string;
};

/** The rig at a bank that tells of infraction reports. */
export async function startCaseRig(env: Env = {}, shared?: Simulator): Promise<Rig> {
  const rig = await startRig(env, shared);
  const profile = { ...rig.profile, infractionsPath: '/gn/infracoes' };
  await setProfile(rig.rpc, profile);
  return { ...rig, profile };
}

export async function paid(rig: Rig, change: number | ChargeRequest = 1_990): Promise<PaidCharge> {
  const request = typeof change === 'number' ? { amount: change } : { amount: 1_990, ...change };
  const { tenant, id, txid } = await created(rig, request, newTenant());
  const endToEndId = await pay(rig, { tenant, id });
  await rig.ledger.credit(await event(rig, id, 'charge.payment_accepted'));
  await event(rig, id, 'charge.paid');
  return { tenant, id, txid, endToEndId };
}

type Report = {
  readonly id: string;
  readonly amount: number;
  readonly status: string;
  readonly defence: string | null;
};

/** Plays a payer who contests a Pix, or the bank that decides. */
export const contest = (
  rig: Rig,
  { endToEndId }: Pick<PaidCharge, 'endToEndId'>,
  order: object = {},
): Promise<Report> =>
  rig.simulator.control('POST', `/sim/pix/${endToEndId}/infractions`, { outcome: 'opened', ...order });

export const reportsOf = async (rig: Rig, { txid }: Pick<PaidCharge, 'txid'>): Promise<readonly Report[]> => {
  const { pix } = await rig.simulator.control<{ pix: { infractions: Report[] }[] }>('GET', `/sim/charges/${txid}`);
  return pix.flatMap(({ infractions }) => infractions);
};

export const disputesOf = async (rig: Rig, { tenant, id }: Pick<PaidCharge, 'tenant' | 'id'>) =>
  (await rig.rpc.listDisputes(CALL, { tenant, limit: 100, chargeId: id })).disputes;

/** Once the charge has a dispute in this status. */
export const disputed = (rig: Rig, charge: PaidCharge, status: string) =>
  until(
    `a dispute of ${charge.id} is ${status}`,
    async () => (await disputesOf(rig, charge)).find((one) => one.status === status),
    PATIENT,
  );

/** Every event of a charge by its type, each once, however often it was published. */
export const eventsOf = (rig: Rig, id: string): readonly ChargeEvent[] => [
  ...new Map(rig.ledger.events(id).map((one) => [one.eventId, one])).values(),
];
export const typesOf = (rig: Rig, id: string, from = 3): readonly string[] =>
  eventsOf(rig, id)
    .slice(from)
    .map(({ type }) => type.replace('charge.', ''));

/** Once the charge has published so many events behind charge.paid. */
export const published = (rig: Rig, id: string, count: number): Promise<readonly string[]> =>
  until(
    `${count} events of ${id}`,
    () => {
      const types = typesOf(rig, id);
      return types.length >= count && types;
    },
    PATIENT,
  );

export const alarms = (rig: Rig, name: string, about: string): readonly string[] =>
  rig.lines().filter((line) => line.includes(`"alarm":"${name}"`) && line.includes(about));
export const alarmed = (rig: Rig, name: string, about: string): Promise<boolean> =>
  until(`the alarm ${name}`, () => alarms(rig, name, about).length > 0, PATIENT);
