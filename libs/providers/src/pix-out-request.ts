import { parseJson, type TaxDocument } from '@gx/core';
import { formatAmount } from './amount.ts';
import { fitted } from './fitted-text.ts';
import type { BankAccount, PixOutDestination, PixOutTerms } from './pix-out.ts';

const TEXT_MAX = 140;

/** `tipoConta` of Efí, as the messages of the SPI have it (ISO 20022). */
const ACCOUNT_TYPE = {
  checking: 'cacc',
  savings: 'svgs',
  payment: 'tran',
} as const satisfies Record<BankAccount['accountType'], string>;

/**
 * The body of Efí's `PUT /gn/pix/{idEnvio}`, from the account of our key to a key or a bank account, or of its
 * `/qrcode`. A code's body says the amount too, which Efí's does not: the bank refuses a code of another one.
 */
export function buildPixOutRequest({ amount, destination, text }: PixOutTerms, pixKey: string): string {
  return JSON.stringify({
    valor: formatAmount(amount),
    pagador: { chave: pixKey, infoPagador: fitted(text, TEXT_MAX) },
    ...receiverOf(destination),
  });
}

function receiverOf(destination: PixOutDestination): object {
  switch (destination.kind) {
    case 'key': {
      const { key: chave, owner } = destination;
      return { favorecido: { chave, ...(owner === undefined ? {} : named(owner)) } };
    }
    case 'bank_account':
      return { favorecido: { contaBanco: accountOf(destination) } };
    case 'br_code':
      return { pixCopiaECola: destination.brCode };
  }
}

const accountOf = ({ ispb, branch, account, accountType, holderName, holderDocument }: BankAccount): object => ({
  nome: holderName,
  ...named(holderDocument),
  codigoBanco: ispb,
  agencia: branch,
  conta: account,
  tipoConta: ACCOUNT_TYPE[accountType],
});

const named = ({ kind, value }: TaxDocument): object => ({ [kind]: value });

type KeyRequest = { readonly favorecido?: { readonly chave?: unknown } };

/** The Pix key that a body of `pixOutRequest` names; undefined for one that names none. */
export function pixOutKeyIn(body: string): string | undefined {
  const key = (parseJson(body) as KeyRequest | null | undefined)?.favorecido?.chave;
  return typeof key === 'string' && key !== '' ? key : undefined;
}
