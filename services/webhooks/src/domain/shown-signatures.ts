import type { AttemptSignatures } from './delivery.ts';

/** Enough to compare with what an endpoint got, and of no use to anybody who reads it. */
const SHOWN = 8;
const cut = (signature: string): string =>
  signature.replace(/(v1[=,]|sha256=)(.+)$/, (_, form, value) =>
    value.endsWith('…') ? `${form}${value}` : `${form}${value.slice(0, SHOWN)}…`,
  );

/**
 * Signatures as they are kept and shown: their beginnings. That of a legacy event has no time in it, so that
 * a reader of a whole one could send its body to the endpoint for ever.
 */
export const shownSignatures = (signed: AttemptSignatures): AttemptSignatures => ({
  ...signed,
  own: cut(signed.own),
  standard: cut(signed.standard),
});
