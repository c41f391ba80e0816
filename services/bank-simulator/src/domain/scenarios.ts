import type { ProblemType } from './problem.ts';

/** What a request asks of the bank; scenarios, scopes and the request log speak these words. */
export const OPERATIONS = [
  'token',
  'create',
  'patch',
  'get',
  'list',
  'pix_get',
  'pix_list',
  'webhook_put',
  'webhook_get',
  'webhook_delete',
  'location',
  'callback',
] as const;
export type Operation = (typeof OPERATIONS)[number];

type ScenarioSpec = {
  /** Which operations it can be asked of. */
  readonly on: 'requests' | 'create' | 'pix_list' | 'callback' | 'requests and callback';
  /** Whether the operation takes effect although the answer says otherwise; a scenario may say the contrary (`accept`). */
  readonly takesEffect: boolean;
  readonly status?: number;
  readonly imitates: string;
  readonly source: string;
};

const TYPES = 'yaml info.description, error types';

/** Everything this bank can be told to do wrong, the rule that it imitates and where that rule is written. */
// biome-ignore format: one row per kind, read as a table
export const SCENARIOS = {
  400:                 { on: 'requests', takesEffect: false, status: 400, imitates: 'the operation is refused as semantically wrong', source: `pix.md 4 row 15; ${TYPES}` },
  401:                 { on: 'requests', takesEffect: false, status: 401, imitates: 'the token is no longer accepted', source: 'pix.md 4 row 16; RFC 6750' },
  403:                 { on: 'requests', takesEffect: false, status: 403, imitates: 'the contract with the bank does not cover the operation', source: `pix.md 4 row 15; ${TYPES}` },
  404:                 { on: 'requests', takesEffect: false, status: 404, imitates: 'the key or the object is not this receiver\'s', source: `pix.md 4 row 15; ${TYPES}` },
  429:                 { on: 'requests', takesEffect: false, status: 429, imitates: 'a rate limit, with Retry-After', source: 'pix.md 4 row 25' },
  500:                 { on: 'requests', takesEffect: false, status: 500, imitates: 'a fault of the bank', source: TYPES },
  503:                 { on: 'requests', takesEffect: false, status: 503, imitates: 'maintenance; as an outage, of everything', source: `pix.md 4 rows 15, 22; ${TYPES}` },
  504:                 { on: 'requests', takesEffect: false, status: 504, imitates: 'the bank gave up waiting for itself', source: `pix.md 4 row 15; ${TYPES}` },
  hang:                { on: 'requests', takesEffect: false, imitates: 'no answer for `ms` (60 s), then a closed connection', source: 'pix.md 4 row 15' },
  reset_before_accept: { on: 'requests', takesEffect: false, imitates: 'the connection breaks before anything happens', source: 'pix.md 3, not_sent against unknown' },
  reset_after_accept:  { on: 'requests', takesEffect: true,  imitates: 'the connection breaks after the operation took effect', source: 'pix.md 4 row 15' },
  non_json:            { on: 'requests', takesEffect: true,  imitates: 'a page of HTML under the right status', source: 'pix.md 4 row 15' },
  no_br_code:          { on: 'create',   takesEffect: true,  imitates: 'a bank that never sends pixCopiaECola', source: 'pix.md 2.3 and 4 row 15' },
  delay:               { on: 'requests and callback', takesEffect: true, imitates: 'an answer, or a notice, that comes `ms` late', source: 'pix.md 4 rows 3, 26; yaml /webhook callbacks' },
  ignores_filter:      { on: 'pix_list', takesEffect: true,  imitates: 'a bank that ignores the payer filter and does not echo it', source: 'pix.md 3, confirmPayer' },
  never:               { on: 'callback', takesEffect: true,  imitates: 'a lost notice', source: 'pix.md 4 row 5' },
  copies:              { on: 'callback', takesEffect: true,  imitates: '`copies` notices of one Pix at once', source: 'pix.md 4 row 2 and 2.6' },
  strangers:           { on: 'callback', takesEffect: true,  imitates: 'a batch with a Pix of an unknown txid and a malformed element', source: 'pix.md 4 row 6; yaml /webhook callbacks (batching)' },
} as const satisfies Record<string, ScenarioSpec>;

export type ScenarioKind = `${keyof typeof SCENARIOS}`;
export const isScenarioKind = (value: string): value is ScenarioKind => Object.hasOwn(SCENARIOS, value);
export const scenarioSpec = (kind: ScenarioKind): ScenarioSpec => SCENARIOS[kind];

/** One order to misbehave: for a client, a txid or everybody, for one operation or all, a number of times or until deleted. */
export type Scenario = {
  readonly id: string;
  readonly clientId: string | null;
  readonly txid: string | null;
  readonly operation: Operation | '*';
  readonly kind: ScenarioKind;
  readonly remaining: number | null;
  readonly ms: number | null;
  readonly copies: number | null;
  readonly accept: boolean | null;
};
export type Occasion = {
  readonly operation: Operation;
  readonly clientId?: string | undefined;
  readonly txid?: string | undefined;
};

/** Whether a scenario speaks of this request. A null field speaks of all. */
export const concerns = (scenario: Scenario, occasion: Occasion): boolean =>
  (scenario.operation === '*' ? occasion.operation !== 'callback' : scenario.operation === occasion.operation) &&
  (scenario.clientId === null || scenario.clientId === occasion.clientId) &&
  (scenario.txid === null || scenario.txid === occasion.txid);

/** Whether a kind can be asked of an operation; `*` stands for every request and never for callbacks. */
export function appliesTo(kind: ScenarioKind, operation: Operation | '*'): boolean {
  const { on } = scenarioSpec(kind);
  if (on === 'requests and callback') return true;
  return on === 'requests' ? operation !== 'callback' : on === operation;
}

/** Whether the operation takes effect under this scenario. */
export const takesEffect = (scenario: Scenario): boolean => scenario.accept ?? scenarioSpec(scenario.kind).takesEffect;

/** `#sim:503` or `#sim:503:2` in `solicitacaoPagador`: the kind, and for how many of the txid's first requests. */
export function magicScenario(text: string, txid: string, requestsBefore: number): Scenario | undefined {
  const [, kind = '', times] = /#sim:([a-z0-9_]+)(?::(\d{1,3}))?/.exec(text) ?? [];
  if (!isScenarioKind(kind) || !appliesTo(kind, 'create')) return undefined;
  if (times !== undefined && requestsBefore >= Number(times)) return undefined;
  return {
    id: 'magic',
    clientId: null,
    txid,
    operation: 'create',
    kind,
    remaining: null,
    ms: null,
    copies: null,
    accept: null,
  };
}

const INVALID = {
  create: 'CobOperacaoInvalida',
  patch: 'CobOperacaoInvalida',
  get: 'CobConsultaInvalida',
  list: 'CobConsultaInvalida',
  pix_list: 'PixConsultaInvalida',
  webhook_put: 'WebhookOperacaoInvalida',
} as const satisfies Partial<Record<Operation, ProblemType>>;
const MISSING = {
  patch: 'CobNaoEncontrado',
  get: 'CobNaoEncontrado',
  pix_get: 'PixNaoEncontrado',
  webhook_get: 'WebhookNaoEncontrado',
  webhook_delete: 'WebhookNaoEncontrado',
  location: 'CobPayloadNaoEncontrado',
} as const satisfies Partial<Record<Operation, ProblemType>>;

/** The error type that an operation answers under a scripted status. */
export function scriptedProblem(status: number, operation: Operation): ProblemType {
  if (status === 400) return (INVALID as Partial<Record<Operation, ProblemType>>)[operation] ?? 'RequisicaoInvalida';
  if (status === 404) return (MISSING as Partial<Record<Operation, ProblemType>>)[operation] ?? 'NaoEncontrado';
  if (status === 401) return 'Unauthorized';
  if (status === 403) return 'AcessoNegado';
  if (status === 429) return 'LimiteDeRequisicoes';
  if (status === 503) return 'ServicoIndisponivel';
  return status === 504 ? 'IndisponibilidadePorTempoEsgotado' : 'ErroInternoDoServidor';
}
