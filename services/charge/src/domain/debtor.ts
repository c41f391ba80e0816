import { parseTaxId, type TaxDocument } from '@gx/core';
import type { Customer } from './charge.ts';

/** Whom the bank shows as the debtor: it takes a name only with a valid document, and the other way round. */
export function debtorOf({ name, document }: Customer): { debtor?: { document: TaxDocument; name: string } } {
  const parsed = document === undefined ? undefined : parseTaxId(document);
  return parsed === undefined || name === undefined ? {} : { debtor: { document: parsed, name } };
}
