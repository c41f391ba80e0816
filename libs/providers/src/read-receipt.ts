import { unreadable } from './fields.ts';
import type { AnsweredFile } from './http-exchange.ts';
import type { Outcome } from './outcome.ts';
import type { ProviderReceipt } from './provider.ts';

const CONTENT_TYPE = 'application/pdf';
/** How every PDF begins (ISO 32000-1, 7.5.2). */
const BEGINS = '%PDF-';

/**
 * A receipt as a bank sent it. What is no PDF, by its type or by its first bytes, is nothing that a merchant
 * could be given as one.
 */
export function readReceipt(file: AnsweredFile | undefined): Outcome<ProviderReceipt> {
  const [type = ''] = (file?.type ?? '').split(';');
  if (file === undefined || type.trim().toLowerCase() !== CONTENT_TYPE) return unreadable('not application/pdf');
  if (file.bytes.toString('latin1', 0, BEGINS.length) !== BEGINS) return unreadable('no PDF in application/pdf');
  return { kind: 'done', value: { contentType: CONTENT_TYPE, content: file.bytes } };
}
