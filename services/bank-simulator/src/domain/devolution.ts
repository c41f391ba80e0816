import { type Cents, cents, invariant } from '@gx/core';
import { endToEndId } from './end-to-end-id.ts';
import type { Devolution, Pix } from './pix.ts';
import type { BrokenRule } from './problem.ts';
import { REASONS, type ReasonCode } from './reasons.ts';
import type { BankScenario } from './scenarios.ts';

/**
 * How long after its settlement a Pix may be sent back (yaml, `PixDevolucaoInvalida`: "hoje estabelecida como
 * 90 dias").
 */
const WINDOW_MS = 90 * 86_400_000;
const SLOW_MS = 3_000;

/** How a devolution ends. */
export type DevolutionEnd = { readonly status: 'DEVOLVIDO' | 'NAO_REALIZADO'; readonly motivo?: string };
/** How it ends by itself, and how long after the request. */
export type ScheduledDevolutionEnd = DevolutionEnd & { readonly afterMs: number };
export type DevolutionRequest = { readonly id: string; readonly amount: Cents; readonly descricao?: string };
export type DevolutionDecision =
  | { readonly ok: true; readonly pix: Pix; readonly devolution: Devolution }
  | { readonly ok: false; readonly violation: BrokenRule };

const refused = (propriedade: string, razao: string): DevolutionDecision => ({
  ok: false,
  violation: { propriedade, razao },
});

// The sentences of the standard (yaml, `PixDevolucaoInvalida`), by what they are about.
export const TOO_LATE = refused(
  'devolucao',
  'A presente requisição de devolução viola a janela de tempo permitida para solicitações de devoluções de um pix (hoje estabelecida como 90 dias desde a data de liquidação original do pix).',
);
export const ID_USED = refused(
  'devolucao.id',
  'A presente requisição de devolução apresenta um {id} já utilizado por outra requisição de devolução para o {e2eid} em questão.',
);
export const OUT_OF_FUNDS = refused('devolucao.valor', REASONS.AM04);
const EXCEEDS = refused(
  'devolucao.valor',
  'A presente requisição de devolução, em conjunto com as demais prévias devoluções, se aplicável, excederia o valor do pix originário.',
);

/** What has been returned of a Pix, or is on its way: a failed devolution gives its amount free again. */
export const returnedOf = ({ devolutions }: Pix): Cents =>
  cents(devolutions.reduce((sum, { amount, status }) => (status === 'NAO_REALIZADO' ? sum : sum + amount), 0));

/** Why this request cannot stand; undefined when it can. */
export function refusalOf(pix: Pix, { id, amount }: DevolutionRequest, now: Date): DevolutionDecision | undefined {
  if (pix.devolutions.some((one) => one.id === id)) return ID_USED;
  if (now.getTime() - pix.paidAt.getTime() > WINDOW_MS) return TOO_LATE;
  return returnedOf(pix) + amount > pix.amount ? EXCEEDS : undefined;
}

export type DevolutionContext = {
  readonly now: Date;
  readonly random: Uint8Array;
  readonly ending: ScheduledDevolutionEnd | undefined;
};

/** Takes a request: final at once where its ending is, else under way. */
export function returnMoney(
  pix: Pix,
  request: DevolutionRequest,
  { now, random, ending }: DevolutionContext,
): DevolutionDecision {
  const refusal = refusalOf(pix, request, now);
  if (refusal !== undefined) return refusal;
  const rtrId = `D${endToEndId(now, random).slice(1)}`;
  const open: Devolution = { ...request, rtrId, status: 'EM_PROCESSAMENTO', requestedAt: now };
  const devolution = ending === undefined ? open : begun(open, ending, now);
  return { ok: true, pix: { ...pix, devolutions: [...pix.devolutions, devolution] }, devolution };
}

function begun(open: Devolution, { afterMs, ...ending }: ScheduledDevolutionEnd, now: Date): Devolution {
  return afterMs === 0
    ? ended(open, ending, now)
    : { ...open, next: { ...ending, dueAt: new Date(now.getTime() + afterMs) } };
}

const ended = ({ next, ...open }: Devolution, { status, motivo }: DevolutionEnd, now: Date): Devolution => ({
  ...open,
  status,
  ...(motivo === undefined ? {} : { motivo }),
  ...(status === 'DEVOLVIDO' ? { paidAt: now } : {}),
});

/** Brings a devolution that is under way to its end; undefined when there is none of that id under way. */
export function endDevolution(pix: Pix, id: string, ending: DevolutionEnd, now: Date): Pix | undefined {
  const found = pix.devolutions.find((one) => one.id === id);
  if (found?.status !== 'EM_PROCESSAMENTO') return undefined;
  const devolutions = pix.devolutions.map((one) => (one === found ? ended(one, ending, now) : one));
  invariant(returnedOf({ ...pix, devolutions }) <= pix.amount, 'more was returned than arrived');
  return { ...pix, devolutions };
}

/** The devolution whose time has come, the longest due first. */
export const dueDevolution = ({ devolutions }: Pix, now: Date): Required<Pick<Devolution, 'id' | 'next'>> | undefined =>
  devolutions
    .flatMap(({ id, next }) => (next !== undefined && next.dueAt <= now ? [{ id, next }] : []))
    .toSorted((a, b) => a.next.dueAt.getTime() - b.next.dueAt.getTime())[0];

/** When the next of a Pix's devolutions is due, or what its bank is going to take back. */
export const nextDueAt = ({
  devolutions,
  plannedReturn,
}: Pick<Pix, 'devolutions' | 'plannedReturn'>): Date | undefined =>
  [...devolutions.map(({ next }) => next), plannedReturn]
    .flatMap((due) => (due === undefined ? [] : [due.dueAt]))
    .toSorted((a, b) => a.getTime() - b.getTime())[0];

/**
 * What a scenario makes of a devolution; without one it is returned at once. Undefined: stuck until it is
 * told.
 */
export function devolutionEnding(scenario: BankScenario | undefined): ScheduledDevolutionEnd | undefined {
  const after = (ms: number): { readonly afterMs: number } => ({ afterMs: scenario?.ms ?? ms });
  switch (scenario?.kind) {
    case 'stuck':
      return undefined;
    case 'slow':
      return { status: 'DEVOLVIDO', ...after(SLOW_MS) };
    case 'fails':
      return { status: 'NAO_REALIZADO', motivo: motivoOf(scenario, 'AB03'), ...after(0) };
    case 'short_of_funds':
      return { status: 'NAO_REALIZADO', motivo: motivoOf(scenario, 'AM04'), ...after(0) };
    default:
      return { status: 'DEVOLVIDO', afterMs: 0 };
  }
}

/** The tester's own words, else the code and its sentence. */
export function motivoOf(
  { motivo, code }: { readonly motivo?: string | null | undefined; readonly code?: ReasonCode | null | undefined },
  usual: ReasonCode,
): string {
  const reason = code ?? usual;
  return motivo ?? `${reason}: ${REASONS[reason]}`;
}
