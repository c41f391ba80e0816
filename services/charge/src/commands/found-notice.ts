import { traceparent } from '@gx/runtime';
import type { NewNotice } from '../store/notices.ts';

type Found = Pick<NewNotice, 'bankProfileId' | 'elementKey' | 'receivedAt'> &
  Partial<Pick<NewNotice, 'endToEndId' | 'txid' | 'orderReference'>>;

/**
 * What we found at a bank by ourselves, as a notice that nobody sent: worth asking the bank about, and
 * nothing in it of people.
 */
export const foundNotice = (found: Found): NewNotice => ({
  endToEndId: null,
  txid: null,
  pixOutId: null,
  devolved: false,
  problems: null,
  sealed: null,
  traceparent: traceparent() ?? null,
  ...found,
});
