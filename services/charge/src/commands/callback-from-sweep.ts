import { traceparent } from '@gx/runtime';
import type { NewCallback } from '../store/callbacks.ts';

type SweepFinding = Pick<NewCallback, 'bankProfileId' | 'elementKey' | 'receivedAt'> &
  Partial<Pick<NewCallback, 'endToEndId' | 'txid' | 'orderReference'>>;

/**
 * What we found at a bank by ourselves, as a callback that nobody sent: worth asking the bank about, and
 * nothing in it of people.
 */
export const callbackFromSweep = (found: SweepFinding): NewCallback => ({
  endToEndId: null,
  txid: null,
  pixOutId: null,
  devolved: false,
  problems: null,
  encrypted: null,
  traceparent: traceparent() ?? null,
  ...found,
});
