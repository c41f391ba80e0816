import { type Cents, cents, type EndToEndId, invariant } from '@gx/core';

type FinalStatus = 'REALIZADO' | 'NAO_REALIZADO';
/** A state that a sent Pix reaches by itself. */
export type PixOutEnd = { readonly status: FinalStatus; readonly code?: string; readonly motivo?: string };
/** What becomes of it by itself, so long after the step before: an end, or money of it that comes back. */
export type PixOutStep = (PixOutEnd | { readonly returned: Cents | 'rest' }) & { readonly afterMs: number };

/** An account by its number, in Efí's words. */
export type BankAccount = {
  readonly nome: string;
  readonly document: { readonly kind: 'cpf' | 'cnpj'; readonly taxId: string };
  readonly codigoBanco: string;
  readonly agencia: string;
  readonly conta: string;
  readonly tipoConta: 'cacc' | 'svgs' | 'tran';
};
/** Where it goes: a code has been read; with a token it is that of a charge at a location of this bank. */
export type PixOutDestination =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'bank_account'; readonly account: BankAccount }
  | { readonly kind: 'br_code'; readonly key: string; readonly token?: string };

/** Money of it that its receiver, or the receiver's bank, sent back. `id` is this bank's, `rtrId` the rail's. */
export type PixOutReturn = {
  readonly id: string;
  readonly rtrId: string;
  readonly amount: Cents;
  readonly at: Date;
};

/** A Pix sent out, as Efí has it; the standard knows none. */
export type PixOut = {
  readonly clientId: string;
  /** The sender's own id, `[a-zA-Z0-9]{1,35}`, unique per client. */
  readonly idEnvio: string;
  readonly endToEndId: EndToEndId;
  readonly amount: Cents;
  /** The sender's key, and whose account it goes to. */
  readonly chave: string;
  readonly destination: PixOutDestination;
  readonly infoPagador?: string;
  readonly status: 'EM_PROCESSAMENTO' | FinalStatus;
  readonly code?: string;
  readonly motivo?: string;
  readonly requestedAt: Date;
  readonly paidAt?: Date;
  /** Every final state it was reported in: two of them when a failure turned out to be none. */
  readonly history: readonly { readonly status: FinalStatus; readonly at: Date }[];
  readonly returns: readonly PixOutReturn[];
  /** What it still comes to by itself. The first step is due at `dueAt`. */
  readonly steps: readonly PixOutStep[];
  readonly dueAt?: Date;
};
/** What a sender asks for, its destination resolved. */
export type PixOutOrder = Pick<PixOut, 'idEnvio' | 'amount' | 'chave' | 'destination' | 'infoPagador'>;

type PixOutContext = { readonly clientId: string; readonly endToEndId: EndToEndId; readonly now: Date };

/** Takes an order: always under way first, as Efí answers; its steps follow. */
export const sendOut = (order: PixOutOrder, { now, ...who }: PixOutContext, steps: readonly PixOutStep[]): PixOut =>
  scheduled({ ...order, ...who, status: 'EM_PROCESSAMENTO', requestedAt: now, history: [], returns: [], steps }, now);

function scheduled({ dueAt, ...pixOut }: PixOut, now: Date): PixOut {
  const [next] = pixOut.steps;
  return next === undefined ? pixOut : { ...pixOut, dueAt: new Date(now.getTime() + next.afterMs) };
}

export type NewReturn = Pick<PixOutReturn, 'id' | 'rtrId'> & { readonly amount: Cents | 'rest' };

/** The Pix after its next step, if that is due; `ids` are of the return that it may be. */
export function nextStep(pixOut: PixOut, now: Date, ids: Pick<PixOutReturn, 'id' | 'rtrId'>): PixOut | undefined {
  const [step, ...steps] = pixOut.steps;
  if (step === undefined || pixOut.dueAt === undefined || pixOut.dueAt > now) return undefined;
  if ('returned' in step) {
    const after = sendBack(pixOut, { ...ids, amount: step.returned }, now);
    // A tester may have sent it all back before.
    return scheduled({ ...(after ?? pixOut), steps }, now);
  }
  const after = endPixOut(pixOut, step, now);
  invariant(after !== undefined, 'a scenario leads a sent Pix out of a final state');
  return scheduled({ ...after, steps }, now);
}

/**
 * Brings a sent Pix to an end; undefined when it is there already, or may not. A reported failure may still turn
 * out to be none; money that arrived stays arrived.
 */
export function endPixOut(pixOut: PixOut, { status, code, motivo }: PixOutEnd, now: Date): PixOut | undefined {
  if (pixOut.status === 'REALIZADO' || pixOut.status === status) return undefined;
  const { code: _code, motivo: _motivo, dueAt, ...rest } = pixOut;
  return {
    ...rest,
    status,
    ...(code === undefined ? {} : { code }),
    ...(motivo === undefined ? {} : { motivo }),
    ...(status === 'REALIZADO' ? { paidAt: now } : {}),
    history: [...pixOut.history, { status, at: now }],
    steps: [],
  };
}

/** Ends one that will not get further, whatever was still to come of it. */
export function failForGood(pixOut: PixOut, end: Required<PixOutEnd>, now: Date): PixOut {
  const { dueAt, ...stopped } = { ...pixOut, steps: [] };
  return endPixOut(stopped, end, now) ?? stopped;
}

/** What has come back of it. */
export const returnedOf = ({ returns }: Pick<PixOut, 'returns'>): Cents =>
  cents(returns.reduce((sum, { amount }) => sum + amount, 0));

/**
 * Books money of it that comes back, once per id; undefined when it is booked, when it has not arrived, and when
 * less than that is left of it.
 */
export function sendBack(pixOut: PixOut, { amount: wanted, ...ids }: NewReturn, now: Date): PixOut | undefined {
  const left = pixOut.amount - returnedOf(pixOut);
  const amount = wanted === 'rest' ? cents(left) : wanted;
  if (pixOut.status !== 'REALIZADO' || amount < 1 || amount > left) return undefined;
  if (pixOut.returns.some(({ id }) => id === ids.id)) return undefined;
  return { ...pixOut, returns: [...pixOut.returns, { ...ids, amount, at: now }] };
}

/** Whether a change brings the money to its receiver. */
export const arrives = (before: PixOut, after: PixOut): boolean =>
  before.status !== 'REALIZADO' && after.status === 'REALIZADO';

/** Whether a change is one that the sender is told of. */
export const hasProgressed = (before: PixOut, after: PixOut): boolean =>
  before.status !== after.status || before.returns.length < after.returns.length;
