type ProblemSpec = { readonly status: number; readonly title: string; readonly detail: string };

/**
 * Every error type this bank answers with. Names and statuses: spec/bcb-api-pix-2.9.0.yaml,
 * `info.description`, and pix.md 2.5. `PixEnviadoNaoEncontrado` is Efí's own (its pages, "Consultar Pix
 * enviado"). `ComprovanteNaoEncontrado` and
 * `ChaveNaoEncontrada` are ours: the standard has neither receipts nor look-ups of keys. `Unauthorized` is ours: the
 * standard leaves a bad token to OAuth (RFC 6750), and RFC 7807 calls a type without a page `about:blank`.
 */
// biome-ignore format: one row per type, read as a table
export const PROBLEMS = {
  RequisicaoInvalida:                { status: 400, title: 'Requisição inválida.',      detail: 'A requisição não pôde ser lida.' },
  AcessoNegado:                      { status: 403, title: 'Acesso negado.',            detail: 'Requisição de participante autenticado que viola alguma regra de autorização.' },
  NaoEncontrado:                     { status: 404, title: 'Não encontrado.',           detail: 'Entidade não encontrada.' },
  PermanentementeRemovido:           { status: 410, title: 'Removido.',                 detail: 'A entidade existia, mas foi permanentemente removida.' },
  ErroInternoDoServidor:             { status: 500, title: 'Erro interno.',             detail: 'Condição inesperada ao processar a requisição.' },
  ServicoIndisponivel:               { status: 503, title: 'Serviço indisponível.',     detail: 'O serviço não está disponível no momento.' },
  IndisponibilidadePorTempoEsgotado: { status: 504, title: 'Tempo esgotado.',           detail: 'O serviço demorou além do esperado para retornar.' },
  CobNaoEncontrado:                  { status: 404, title: 'Cobrança não encontrada.',  detail: 'Cobrança não encontrada para o txid informado.' },
  CobOperacaoInvalida:               { status: 400, title: 'Cobrança inválida.',        detail: 'A requisição que busca criar ou alterar a cobrança não respeita o schema ou não faz sentido.' },
  CobConsultaInvalida:               { status: 400, title: 'Consulta inválida.',        detail: 'Os parâmetros de consulta de cobranças não respeitam o schema ou não fazem sentido.' },
  CobPayloadNaoEncontrado:           { status: 404, title: 'Cobrança não encontrada.',  detail: 'A cobrança não foi encontrada para a location requisitada.' },
  PixNaoEncontrado:                  { status: 404, title: 'Pix não encontrado.',       detail: 'Pix não encontrado para o e2eid informado.' },
  PixConsultaInvalida:               { status: 400, title: 'Consulta inválida.',        detail: 'Os parâmetros de consulta de Pix não respeitam o schema ou não fazem sentido.' },
  PixDevolucaoNaoEncontrada:         { status: 404, title: 'Devolução não encontrada.',  detail: 'Devolução não encontrada para o e2eid e o id informados.' },
  PixDevolucaoInvalida:              { status: 400, title: 'Devolução inválida.',       detail: 'A requisição de devolução não respeita o schema ou não faz sentido semanticamente.' },
  PixEnviadoNaoEncontrado:           { status: 404, title: 'Não Encontrado',            detail: 'Pix enviado não encontrado para o idEnvio informado.' },
  ChaveNaoEncontrada:                { status: 404, title: 'Chave não encontrada.',     detail: 'A chave não está registrada.' },
  ComprovanteNaoEncontrado:          { status: 404, title: 'Comprovante não encontrado.', detail: 'Não há comprovante para o e2eid informado.' },
  WebhookOperacaoInvalida:           { status: 400, title: 'Webhook inválido.',         detail: 'A requisição busca criar um webhook sem respeitar o schema ou sem sentido.' },
  WebhookNaoEncontrado:              { status: 404, title: 'Webhook não encontrado.',   detail: 'Não há webhook estabelecido para a chave.' },
  OrderNotFound:                     { status: 404, title: 'Order not found.',          detail: 'There is no order of this reference.' },
  OrderInvalid:                      { status: 400, title: 'Invalid order.',            detail: 'The order is not as this method wants it.' },
  OrderListInvalid:                  { status: 400, title: 'Invalid list.',             detail: 'The parameters of the list are not as they should be.' },
  OrderReferenceReused:              { status: 409, title: 'Reference in use.',         detail: 'The reference was used for another order.' },
  OrderNotCancellable:               { status: 409, title: 'Order closed.',             detail: 'The order awaits nobody any more.' },
  ReceiptNotFound:                   { status: 404, title: 'Receipt not found.',        detail: 'The order was not paid, or its method has no receipts.' },
  RefundNotFound:                    { status: 404, title: 'Refund not found.',         detail: 'The order has no refund of this id.' },
  RefundInvalid:                     { status: 400, title: 'Invalid refund.',           detail: 'The order cannot give back that much now.' },
  RefundIdReused:                    { status: 409, title: 'Refund id in use.',         detail: 'The id was used for a refund of another amount.' },
  RefundNotSupported:                { status: 422, title: 'Refund not supported.',     detail: 'Money of this method cannot go back the way it came.' },
  CallbackAddressNotFound:             { status: 404, title: 'No address.',               detail: 'No address for callbacks is registered.' },
  LimiteDeRequisicoes:               { status: 429, title: 'Requisições demais.',       detail: 'O limite de requisições deste participante foi atingido.' },
  Unauthorized:                      { status: 401, title: 'Unauthorized',              detail: 'The access token is missing, unknown, expired or revoked.' },
} as const satisfies Record<string, ProblemSpec>;

const PIX_ERRORS = 'https://pix.bcb.gov.br/api/v2/error/';
const ACQUIRER_ERRORS = 'https://acquirer.example/error/';

export type ProblemType = keyof typeof PROBLEMS;

/** One broken rule: which property, and the sentence of the standard that it breaks. */
export type BrokenRule = { readonly razao: string; readonly propriedade: string };

/**
 * A refusal of the bank's API, one row of PROBLEMS. Thrown by commands and queries, rendered in one place.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly type: ProblemType;
  readonly status: number;
  readonly violations: readonly BrokenRule[];

  /** `status` where the standard gives one type two of them (`CobPayloadNaoEncontrado`: 404 or 410). */
  constructor(type: ProblemType, violations: readonly BrokenRule[] = [], status: number = PROBLEMS[type].status) {
    super(type);
    this.type = type;
    this.status = status;
    this.violations = violations;
  }
}

/** Problems of the acquirer's own API have names of their own in English; all others are the standard's. */
const isAcquirers = (type: ProblemType): boolean => /^(Order|Receipt|Refund|CallbackAddress)/.test(type);

/** The RFC 7807 body of a problem (yaml, `components.schemas.Problema`). */
export function problemBody({ type, status, violations }: Problem, correlationId: string): Record<string, unknown> {
  const spec = PROBLEMS[type];
  return {
    type: type === 'Unauthorized' ? 'about:blank' : `${isAcquirers(type) ? ACQUIRER_ERRORS : PIX_ERRORS}${type}`,
    title: spec.title,
    status,
    detail: spec.detail,
    correlationId,
    ...(violations.length === 0 ? {} : { violacoes: violations }),
  };
}
