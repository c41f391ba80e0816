import { addMillis, type Cents } from '@gx/core';
import { returnedOf } from './devolution.ts';
import { endToEndId } from './end-to-end-id.ts';
import type { Devolution, Nature, Pix, PlannedReturn } from './pix.ts';
import type { BankScenario } from './scenarios.ts';

const RETURNED_AFTER_MS = 3_000;

/**
 * What the bank takes back of a Pix by itself. Without an amount: all that is left. An id that there is moves
 * that devolution.
 */
export type SimulatedBankReturn = {
  readonly id: string;
  readonly amount?: Cents;
  readonly nature: Exclude<Nature, 'ORIGINAL'>;
  readonly status: Devolution['status'];
};
export type BankReturnDecision =
  | { readonly ok: true; readonly pix: Pix; readonly devolution: Devolution }
  | { readonly ok: false; readonly field: 'amount' | 'status' | 'id'; readonly why: string };

/** What each status may become. A bank may execute what it had given up. */
// biome-ignore format: one row per status, read as a table
const MAY_BECOME: Readonly<Record<Devolution['status'], readonly Devolution['status'][]>> = {
  EM_PROCESSAMENTO: ['DEVOLVIDO', 'NAO_REALIZADO'],
  NAO_REALIZADO:    ['DEVOLVIDO'],
  DEVOLVIDO:        [],
};

const refused = (field: 'amount' | 'status' | 'id', why: string): BankReturnDecision => ({ ok: false, field, why });

/** Takes money of a Pix back as its bank does: no window of 90 days binds it, the amount of the Pix does. */
export function makeBankReturn(
  pix: Pix,
  order: SimulatedBankReturn,
  { now, random }: { readonly now: Date; readonly random: Uint8Array },
): BankReturnDecision {
  const known = pix.devolutions.find(({ id }) => id === order.id);
  if (known !== undefined) return move(pix, known, order, now);
  const left = pix.amount - returnedOf(pix);
  const amount = order.amount ?? (left as Cents);
  if (amount < 1 || (order.status !== 'NAO_REALIZADO' && amount > left))
    return refused('amount', `is more than what is left of the Pix, ${left}`);
  const { id, nature } = order;
  const rtrId = `D${endToEndId(now, random).slice(1)}`;
  const open: Devolution = { id, nature, amount, rtrId, status: 'EM_PROCESSAMENTO', requestedAt: now };
  const devolution = inStatus(open, order.status, now);
  return { ok: true, pix: { ...pix, devolutions: [...pix.devolutions, devolution] }, devolution };
}

function move(pix: Pix, known: Devolution, { status, amount }: SimulatedBankReturn, now: Date): BankReturnDecision {
  if (known.nature === undefined) return refused('id', 'is a devolution that the receiver ordered');
  if (amount !== undefined && amount !== known.amount) return refused('amount', 'is another one than before');
  if (known.status === status) return { ok: true, pix, devolution: known };
  if (!MAY_BECOME[known.status].includes(status)) return refused('status', `cannot follow ${known.status}`);
  const devolution = inStatus(known, status, now);
  const after = { ...pix, devolutions: pix.devolutions.map((one) => (one === known ? devolution : one)) };
  return returnedOf(after) > pix.amount
    ? refused('amount', 'is more than what is left of the Pix')
    : { ok: true, pix: after, devolution };
}

/** What a scenario makes of a payment that arrives now. */
export function plannedReturn(scenario: BankScenario | undefined, now: Date): PlannedReturn | undefined {
  if (scenario?.kind !== 'taken_back') return undefined;
  return {
    dueAt: addMillis(now, scenario.ms ?? RETURNED_AFTER_MS),
    nature: scenario.nature ?? 'MED_FRAUDE',
    ...(scenario.amount === null ? {} : { amount: scenario.amount }),
    status: scenario.status ?? 'DEVOLVIDO',
    underWayMs: scenario.laterMs ?? 0,
  };
}

/**
 * Begins what the bank is going to take back, if its time has come: once. What is not there any more is not
 * taken.
 */
export function beginPlanned(pix: Pix, at: { readonly now: Date; readonly random: Uint8Array }): Pix | undefined {
  const { plannedReturn: planned, ...rest } = pix;
  if (planned === undefined || planned.dueAt > at.now) return undefined;
  const { nature, amount, status, underWayMs } = planned;
  const id = `MED${Buffer.from(at.random).toString('hex')}`;
  const waits = underWayMs > 0 && status !== 'EM_PROCESSAMENTO';
  const first = waits ? 'EM_PROCESSAMENTO' : status;
  const decision = makeBankReturn(rest, { id, nature, status: first, ...(amount === undefined ? {} : { amount }) }, at);
  if (!decision.ok) return rest;
  if (!waits) return decision.pix;
  const next = { status, dueAt: addMillis(at.now, underWayMs) };
  const devolutions = decision.pix.devolutions.map((one) => (one.id === id ? { ...one, next } : one));
  return { ...decision.pix, devolutions };
}

const inStatus = (
  { next: _, paidAt: __, ...devolution }: Devolution,
  status: Devolution['status'],
  now: Date,
): Devolution => ({
  ...devolution,
  status,
  ...(status === 'DEVOLVIDO' ? { paidAt: now } : {}),
});
