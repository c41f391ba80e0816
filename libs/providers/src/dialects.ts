import type { BankDialect } from './dialect.ts';

const BRASILIA = 'America/Sao_Paulo';

/**
 * What is known of how banks deviate from the standard in what they answer. A bank that is not here is read
 * as the standard has it, and so are the parts that are left out.
 */
export const DIALECTS = {
  bb: {
    clock: { timeZone: BRASILIA, covers: 'unmarked' },
    // Nothing found: a list without elements is answered so, too.
    errors: [{ means: 'empty', names: ['4769515'] }],
  },
  efi: {
    errors: [
      {
        means: 'absent',
        status: 400,
        names: ['cobranca_nao_encontrada', 'pix_nao_encontrado', 'devolucao_nao_encontrada'],
      },
      { means: 'taken', status: 409, names: ['txid_duplicado', 'devolucao_id_duplicado', 'id_envio_duplicado'] },
    ],
  },
  itau: { clock: { timeZone: BRASILIA, covers: 'all' } },
} as const satisfies Readonly<Record<string, BankDialect>>;
