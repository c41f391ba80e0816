/**
 * Errors of the Pix-out routes have Efí's own form, `{nome, mensagem}` (its pages, "Requisitar envio de Pix").
 * Names of ours, where its pages have none: of the owner, the code and the limit.
 */
// biome-ignore format: one row per error, read as a table
export const PIX_OUT_ERRORS = {
  valor_invalido:                   { status: 400, mensagem: 'A requisição não respeita o formato esperado' },
  chave_invalida:                   { status: 400, mensagem: 'A chave informada não faz referência à conta autenticada' },
  chave_favorecido_nao_encontrada:  { status: 400, mensagem: 'A chave informada para o favorecido não foi encontrada' },
  favorecido_documento_divergente:  { status: 400, mensagem: 'O documento informado não é o do titular da chave do favorecido' },
  qrcode_invalido:                  { status: 400, mensagem: 'O QR Code informado não pode ser pago' },
  saldo_insuficiente:               { status: 400, mensagem: 'Saldo insuficiente' },
  limite_excedido:                  { status: 400, mensagem: 'O valor excede o limite de envio da conta' },
  id_envio_duplicado:               { status: 409, mensagem: 'O id de envio informado já foi utilizado em outro pagamento' },
} as const;

export type PixOutErrorName = keyof typeof PIX_OUT_ERRORS;

/** A refusal of the Pix-out routes, one row of PIX_OUT_ERRORS. */
export class PixOutRefused extends Error {
  override readonly name = 'PixOutRefused';
  readonly nome: PixOutErrorName;

  constructor(nome: PixOutErrorName) {
    super(nome);
    this.nome = nome;
  }
}
