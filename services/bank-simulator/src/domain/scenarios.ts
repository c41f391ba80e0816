import type { Cents } from '@gx/core';
import type { Devolution, Nature } from './pix.ts';
import type { ProblemType } from './problem.ts';
import type { ReasonCode } from './reasons.ts';

/** What a request asks of the bank; scenarios, scopes and the request log speak these words. */
export const OPERATIONS = [
  'payment',
  'token',
  'create',
  'patch',
  'get',
  'list',
  'pix_get',
  'pix_list',
  'pix_list_by_payer',
  'pix_receipt',
  'devolution_put',
  'devolution_get',
  'pix_out_put',
  'pix_out_get',
  'key_owner',
  'balance',
  'infraction_list',
  'infraction_defence',
  'webhook_put',
  'webhook_get',
  'webhook_delete',
  'order_put',
  'order_get',
  'order_cancel',
  'order_list',
  'order_receipt',
  'order_refund_put',
  'order_refund_get',
  'order_callback_put',
  'order_callback_get',
  'location',
  'callback',
  'callback_devolution',
  'callback_pix_out',
  'callback_order',
  'callback_infraction',
] as const;
export type ScenarioOperation = (typeof OPERATIONS)[number];

/** Operations that also fall under a wider word: what is asked of that one is asked of them. */
const WIDER: Partial<Record<ScenarioOperation, ScenarioOperation>> = {
  pix_list_by_payer: 'pix_list',
  callback_devolution: 'callback',
  callback_pix_out: 'callback',
  callback_order: 'callback',
  callback_infraction: 'callback',
};
/** Callbacks; all else but a payment is a request. */
const isCallback = (operation: ScenarioOperation): boolean => operation.startsWith('callback');
const isRequest = (operation: ScenarioOperation): boolean => !isCallback(operation) && operation !== 'payment';
const CALLBACKS = OPERATIONS.filter(isCallback);
const REQUESTS = ['*', ...OPERATIONS.filter(isRequest)] as const;

/** On which operations a kind can be played. */
const ON = {
  requests: REQUESTS,
  callbacks: CALLBACKS,
  'requests and callbacks': [...REQUESTS, ...CALLBACKS],
  payment: ['payment'],
  create: ['create'],
  pix_list: ['pix_list', 'pix_list_by_payer'],
  pix_list_by_payer: ['pix_list_by_payer'],
  devolution_put: ['devolution_put'],
  pix_out_put: ['pix_out_put'],
  keys: ['pix_out_put', 'key_owner'],
  'money that leaves': ['devolution_put', 'pix_out_put', 'order_refund_put'],
} as const satisfies Record<string, readonly (ScenarioOperation | '*')[]>;

/**
 * What a scenario decides: how the request is answered, what becomes of the money, or what a repeated request
 * is told. Each is asked for by itself, so one request can meet one of each: a slow devolution whose answer
 * is lost.
 */
export type ScenarioTarget = 'answer' | 'money' | 'repeat';

type ScenarioSpec = {
  readonly on: keyof typeof ON;
  /** `answer` unless it says otherwise. */
  readonly decides?: ScenarioTarget;
  /**
   * Whether the operation takes effect although the answer says otherwise; a scenario may say the contrary
   * (`accept`).
   */
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
  delay:               { on: 'requests and callbacks', takesEffect: true, imitates: 'an answer, or a callback, that comes `ms` late', source: 'pix.md 4 rows 3, 26; yaml /webhook callbacks' },
  ignores_filter:      { on: 'pix_list', takesEffect: true,  imitates: 'a bank that ignores the payer filter and does not echo it', source: 'pix.md 3, confirmPayer' },
  filter_unechoed:     { on: 'pix_list_by_payer', takesEffect: true, imitates: 'a bank that filters by payer and does not say so', source: 'pix.md 3, confirmPayer' },
  answers_everything:  { on: 'pix_list_by_payer', takesEffect: true, imitates: 'a bank that says it filtered by payer and did not', source: 'pix.md 3, confirmPayer (decoy document)' },
  slow:                { on: 'money that leaves', decides: 'money', takesEffect: true, imitates: 'money under way for `ms` (3 s), then there', source: 'pix.md 1.4, 4 row 17' },
  fails:               { on: 'money that leaves', decides: 'money', takesEffect: true, imitates: 'NAO_REALIZADO with `code` or `motivo`, at once or after `ms`', source: 'pix.md 1.5, 4 rows 17, 19; yaml devolucaoResponse2' },
  stuck:               { on: 'money that leaves', decides: 'money', takesEffect: true, imitates: 'EM_PROCESSAMENTO until `POST /sim/devolutions/…` or `/sim/pix-out/…` ends it', source: 'pix.md 4 row 17' },
  short_of_funds:      { on: 'money that leaves', decides: 'money', takesEffect: true, imitates: 'accepted, then NAO_REALIZADO for want of balance; refused with 400 if `accept` is false', source: 'pix.md 1.4, 4 rows 17, 19; Efí, webhooks, "Devolução rejeitada"' },
  too_late:            { on: 'devolution_put', decides: 'money', takesEffect: false, imitates: 'the 90 days are over, whatever the date', source: 'yaml PixDevolucaoInvalida' },
  key_not_found:       { on: 'keys', decides: 'money', takesEffect: false, imitates: 'the key is nobody\'s: a Pix-out is 400 and nothing else, a look-up 404', source: 'pix.md 4 row 19; Efí, "Requisitar envio de Pix"' },
  owner_differs:       { on: 'keys', decides: 'money', takesEffect: false, imitates: 'the key is another\'s: a Pix-out is refused with 400, or fails with BE01 if `accept` is true; a look-up names somebody else', source: 'pix.md 1.5; Efí, "Exemplo validando o titular da chave"' },
  account_closed:      { on: 'pix_out_put', decides: 'money', takesEffect: true, imitates: 'accepted, then NAO_REALIZADO: the receiver\'s account is closed', source: 'pix.md 1.5, AC07' },
  over_limit:          { on: 'pix_out_put', decides: 'money', takesEffect: true, imitates: 'accepted, then NAO_REALIZADO: above the limit; refused with 400 if `accept` is false', source: 'pix.md 1.5, AM02; Efí, limits of sending' },
  sent_back:           { on: 'pix_out_put', decides: 'money', takesEffect: true, imitates: 'done, and `amount` (all) of it comes back `ms` (3 s) later', source: 'pix.md 1.4; decisions, section 7, "Money"' },
  late_success:        { on: 'pix_out_put', decides: 'money', takesEffect: true, imitates: 'AB03 reported after `ms`, and the money arrives `laterMs` (3 s) after that', source: 'pix.md 1.5, 4 row 19' },
  taken_back:          { on: 'payment', decides: 'money', takesEffect: true, imitates: 'the bank takes `amount` (all) back by itself `ms` (3 s) after it came: `nature`, in `status` after `laterMs` under way', source: 'pix.md 1.4; yaml natureza, MED' },
  answers_repeats:     { on: 'devolution_put', decides: 'repeat', takesEffect: true, imitates: 'a bank that answers an identical, repeated PUT with what it has; the rule is 400', source: 'pix.md 3; yaml PixDevolucaoInvalida' },
  never:               { on: 'callbacks',  takesEffect: true,  imitates: 'a lost callback', source: 'pix.md 4 row 5' },
  copies:              { on: 'callbacks',  takesEffect: true,  imitates: '`copies` callbacks of one Pix at once', source: 'pix.md 4 row 2 and 2.6' },
  strangers:           { on: 'callbacks',  takesEffect: true,  imitates: 'a batch with a Pix of an unknown txid and a malformed element', source: 'pix.md 4 row 6; yaml /webhook callbacks (batching)' },
} as const satisfies Record<string, ScenarioSpec>;

export type ScenarioKind = `${keyof typeof SCENARIOS}`;
export const isScenarioKind = (value: string): value is ScenarioKind => Object.hasOwn(SCENARIOS, value);
export const scenarioSpec = (kind: ScenarioKind): ScenarioSpec => SCENARIOS[kind];

/**
 * One order to misbehave: for a client, a txid or everybody, for one operation or all, a number of times or
 * until deleted.
 */
export type BankScenario = {
  readonly id: string;
  readonly clientId: string | null;
  readonly txid: string | null;
  readonly operation: ScenarioOperation | '*';
  readonly kind: ScenarioKind;
  readonly remaining: number | null;
  readonly ms: number | null;
  readonly copies: number | null;
  readonly accept: boolean | null;
  /** Why money does not arrive, and the delay after which it does all the same. */
  readonly code: ReasonCode | null;
  readonly motivo: string | null;
  readonly laterMs: number | null;
  /** What the bank takes back by itself: how much, why, and what becomes of it. */
  readonly amount: Cents | null;
  readonly nature: Exclude<Nature, 'ORIGINAL'> | null;
  readonly status: Devolution['status'] | null;
};
/** A scenario that speaks of everybody and everything, once its kind and operation are named. */
export const ANY: Omit<BankScenario, 'id' | 'operation' | 'kind'> = {
  clientId: null,
  txid: null,
  remaining: null,
  ms: null,
  copies: null,
  accept: null,
  code: null,
  motivo: null,
  laterMs: null,
  amount: null,
  nature: null,
  status: null,
};
export type Occasion = {
  readonly operation: ScenarioOperation;
  readonly clientId?: string | undefined;
  /** What the request is about: a charge's txid, for a devolution its Pix's, for a sent Pix its id. */
  readonly txid?: string | undefined;
  /** `answer` unless it says otherwise. */
  readonly decides?: ScenarioTarget;
};

/** Whether a scenario speaks of this request. A null field speaks of all. */
export const concerns = (scenario: BankScenario, occasion: Occasion): boolean =>
  (scenarioSpec(scenario.kind).decides ?? 'answer') === (occasion.decides ?? 'answer') &&
  (scenario.operation === '*'
    ? isRequest(occasion.operation)
    : scenario.operation === occasion.operation || scenario.operation === WIDER[occasion.operation]) &&
  (scenario.clientId === null || scenario.clientId === occasion.clientId) &&
  (scenario.txid === null || scenario.txid === occasion.txid);

/** Whether a kind can be played on an operation; `*` stands for every request and never for callbacks. */
export const appliesTo = (kind: ScenarioKind, operation: ScenarioOperation | '*'): boolean =>
  (ON[scenarioSpec(kind).on] as readonly string[]).includes(operation);

/** Whether the operation takes effect under this scenario. */
export const takesEffect = (scenario: BankScenario): boolean =>
  scenario.accept ?? scenarioSpec(scenario.kind).takesEffect;

/**
 * `#sim:503` or `#sim:503:2` in `solicitacaoPagador`: the kind, and for how many of the txid's first
 * requests.
 */
export function magicScenario(text: string, txid: string, requestsBefore: number): BankScenario | undefined {
  const [, kind = '', times] = /#sim:([a-z0-9_]+)(?::(\d{1,3}))?/.exec(text) ?? [];
  if (!isScenarioKind(kind) || !appliesTo(kind, 'create')) return undefined;
  if (times !== undefined && requestsBefore >= Number(times)) return undefined;
  return { ...ANY, id: 'magic', txid, operation: 'create', kind };
}

const INVALID = {
  create: 'CobOperacaoInvalida',
  patch: 'CobOperacaoInvalida',
  get: 'CobConsultaInvalida',
  list: 'CobConsultaInvalida',
  pix_list: 'PixConsultaInvalida',
  pix_list_by_payer: 'PixConsultaInvalida',
  devolution_put: 'PixDevolucaoInvalida',
  webhook_put: 'WebhookOperacaoInvalida',
  order_put: 'OrderInvalid',
  order_list: 'OrderListInvalid',
  order_cancel: 'OrderNotCancellable',
  order_refund_put: 'RefundInvalid',
} as const satisfies Partial<Record<ScenarioOperation, ProblemType>>;
const MISSING = {
  patch: 'CobNaoEncontrado',
  get: 'CobNaoEncontrado',
  pix_get: 'PixNaoEncontrado',
  pix_receipt: 'ComprovanteNaoEncontrado',
  devolution_put: 'PixNaoEncontrado',
  devolution_get: 'PixDevolucaoNaoEncontrada',
  pix_out_get: 'PixEnviadoNaoEncontrado',
  key_owner: 'ChaveNaoEncontrada',
  webhook_get: 'WebhookNaoEncontrado',
  webhook_delete: 'WebhookNaoEncontrado',
  location: 'CobPayloadNaoEncontrado',
  order_get: 'OrderNotFound',
  order_cancel: 'OrderNotFound',
  order_receipt: 'ReceiptNotFound',
  order_refund_put: 'OrderNotFound',
  order_refund_get: 'RefundNotFound',
  order_callback_get: 'CallbackAddressNotFound',
} as const satisfies Partial<Record<ScenarioOperation, ProblemType>>;

/** The error type that an operation answers under a scripted status. */
export function scriptedProblem(status: number, operation: ScenarioOperation): ProblemType {
  if (status === 400)
    return (INVALID as Partial<Record<ScenarioOperation, ProblemType>>)[operation] ?? 'RequisicaoInvalida';
  if (status === 404) return (MISSING as Partial<Record<ScenarioOperation, ProblemType>>)[operation] ?? 'NaoEncontrado';
  if (status === 401) return 'Unauthorized';
  if (status === 403) return 'AcessoNegado';
  if (status === 429) return 'LimiteDeRequisicoes';
  if (status === 503) return 'ServicoIndisponivel';
  return status === 504 ? 'IndisponibilidadePorTempoEsgotado' : 'ErroInternoDoServidor';
}
