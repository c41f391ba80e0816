/**
 * Reason codes of the SPI that money on its way back or out can fail with, and a bank's sentence for each
 * (pix.md 1.5).
 */
export const REASONS = {
  AB03: 'Liquidação da transação interrompida por tempo esgotado no SPI.',
  AB09: 'Transação interrompida por erro no participante do usuário recebedor.',
  AB11: 'Tempo esgotado no participante do usuário pagador.',
  AC03: 'Número da agência ou da conta do usuário recebedor inexistente ou inválido.',
  AC06: 'Conta do usuário recebedor bloqueada.',
  AC07: 'Conta do usuário recebedor encerrada.',
  AC14: 'Tipo de conta do usuário recebedor incorreto.',
  AG03: 'Tipo de transação não suportado pela conta do usuário recebedor.',
  AM02: 'Valor acima do limite permitido.',
  AM04: 'Saldo insuficiente.',
  BE01: 'CPF ou CNPJ do usuário recebedor não é o titular da conta.',
  DS04: 'Ordem rejeitada pelo participante do usuário recebedor.',
  DS27: 'Participante inativo ou não registrado no SPI.',
  ED05: 'Erro no processamento do pagamento instantâneo.',
  RR04: 'Ordem impedida por regulação ou sanção.',
} as const satisfies Record<string, string>;

export type ReasonCode = keyof typeof REASONS;
export const REASON_CODES = Object.keys(REASONS) as readonly ReasonCode[];
