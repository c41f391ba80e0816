import { type Cents, type EndToEndId, invariant } from '@gx/core';
import { REASONS, type ReasonCode } from './reasons.ts';
import type { BankScenario } from './scenarios.ts';

const SLOW_MS = 3_000;

type FinalStatus = 'REALIZADO' | 'NAO_REALIZADO';
/** A state that a sent Pix reaches by itself, so long after the one before. */
export type PixOutStep = {
  readonly status: FinalStatus;
  readonly code?: ReasonCode;
  readonly motivo?: string;
  readonly afterMs: number;
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
  readonly destination: string;
  readonly infoPagador?: string;
  readonly status: 'EM_PROCESSAMENTO' | FinalStatus;
  readonly code?: ReasonCode;
  readonly motivo?: string;
  readonly requestedAt: Date;
  readonly paidAt?: Date;
  /** Every final state it was reported in: two of them when a failure turned out to be none. */
  readonly history: readonly { readonly status: FinalStatus; readonly at: Date }[];
  /** What it still comes to by itself. The first step is due at `dueAt`. */
  readonly steps: readonly PixOutStep[];
  readonly dueAt?: Date;
};
export type PixOutRequest = Pick<PixOut, 'idEnvio' | 'amount' | 'chave' | 'destination' | 'infoPagador'>;

/** Errors of these routes have Efí's own form, `{nome, mensagem}` (its pages, "Requisitar envio de Pix"). */
// biome-ignore format: one row per error, read as a table
export const PIX_OUT_ERRORS = {
  valor_invalido:                  { status: 400, mensagem: 'A requisição não respeita o formato esperado' },
  chave_invalida:                  { status: 400, mensagem: 'A chave informada não faz referência à conta autenticada' },
  chave_favorecido_nao_encontrada: { status: 400, mensagem: 'A chave informada para o favorecido não foi encontrada' },
  saldo_insuficiente:              { status: 400, mensagem: 'Saldo insuficiente' },
  id_envio_duplicado:              { status: 409, mensagem: 'O id de envio informado já foi utilizado em outro pagamento' },
} as const;

/** A refusal of the Pix-out routes, one row of PIX_OUT_ERRORS. */
export class PixOutRefused extends Error {
  override readonly name = 'PixOutRefused';
  readonly nome: keyof typeof PIX_OUT_ERRORS;

  constructor(nome: keyof typeof PIX_OUT_ERRORS) {
    super(nome);
    this.nome = nome;
  }
}

type PixOutContext = { readonly clientId: string; readonly endToEndId: EndToEndId; readonly now: Date };

/** Takes a request: always under way first, as Efí answers; its steps follow. */
export const sendOut = (request: PixOutRequest, { now, ...who }: PixOutContext, steps: readonly PixOutStep[]): PixOut =>
  scheduled({ ...request, ...who, status: 'EM_PROCESSAMENTO', requestedAt: now, history: [], steps }, now);

function scheduled({ dueAt, ...pixOut }: PixOut, now: Date): PixOut {
  const [next] = pixOut.steps;
  return next === undefined ? pixOut : { ...pixOut, dueAt: new Date(now.getTime() + next.afterMs) };
}

/** The Pix after its next step, if that is due. */
export function nextStep(pixOut: PixOut, now: Date): PixOut | undefined {
  const [step, ...steps] = pixOut.steps;
  if (step === undefined || pixOut.dueAt === undefined || pixOut.dueAt > now) return undefined;
  const after = endPixOut(pixOut, step, now);
  invariant(after !== undefined, 'a scenario leads a sent Pix out of a final state');
  return scheduled({ ...after, steps }, now);
}

/**
 * Brings a sent Pix to an end. A reported failure may still turn out to be none; money that arrived stays
 * there.
 */
export function endPixOut(pixOut: PixOut, { status, code, motivo }: Omit<PixOutStep, 'afterMs'>, now: Date) {
  if (pixOut.status === 'REALIZADO' || pixOut.status === status) return undefined;
  const { code: _code, motivo: _motivo, dueAt, ...rest } = pixOut;
  const after: PixOut = {
    ...rest,
    status,
    ...(code === undefined ? {} : { code }),
    ...(motivo === undefined ? {} : { motivo }),
    ...(status === 'REALIZADO' ? { paidAt: now } : {}),
    history: [...pixOut.history, { status, at: now }],
    steps: [],
  };
  return after;
}

/**
 * What a scenario makes of a sent Pix; without one it is done as soon as it was answered. No step: stuck
 * until it is told.
 */
export function pixOutSteps(scenario: BankScenario | undefined): readonly PixOutStep[] {
  const { ms = null, laterMs = null, code = null, motivo = null } = scenario ?? {};
  const failed = (usual: ReasonCode): PixOutStep => {
    const reason = code ?? usual;
    return { status: 'NAO_REALIZADO', code: reason, motivo: motivo ?? REASONS[reason], afterMs: ms ?? 0 };
  };
  switch (scenario?.kind) {
    case 'stuck':
      return [];
    case 'slow':
      return [{ status: 'REALIZADO', afterMs: ms ?? SLOW_MS }];
    case 'fails':
      return [failed('AC06')];
    case 'short_of_funds':
      return [failed('AM04')];
    case 'late_success':
      return [failed('AB03'), { status: 'REALIZADO', afterMs: laterMs ?? SLOW_MS }];
    default:
      return [{ status: 'REALIZADO', afterMs: 0 }];
  }
}
