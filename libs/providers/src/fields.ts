import { z } from 'zod';
import { readAmount } from './amount.ts';
import { type ReadTime, timeReader } from './bank-time.ts';
import type { Outcome } from './outcome.ts';

/** Reais as text or as a number, in centavos. */
export const AMOUNT = z
  .union([z.string(), z.number()], 'not an amount')
  .transform((written, context) => readAmount(written) ?? refuse(context, 'not an amount'));

/** A time, by the clock of the bank that wrote it. */
export const instant = (readTime: ReadTime) =>
  z.string().transform((text, context) => readTime(text) ?? refuse(context, 'not an instant'));
/** The same of one that keeps to the standard: with an offset. */
export const INSTANT = instant(timeReader());

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** A list that a bank may write as its only element (the document's own examples do). Absent is empty. */
export const LIST = z
  .unknown()
  .default([])
  .transform((value): readonly unknown[] => (Array.isArray(value) ? value : value === null ? [] : [value]));

// End-to-end ids have 32 characters; examples of the central bank have 34, so what comes is not counted too
// closely.
export const END_TO_END_ID = z.string().regex(/^[a-zA-Z0-9]{20,40}$/);

/** What is wrong with a document: path and rule, never its values. */
export const problemsOf = (error: z.ZodError): string[] =>
  error.issues.map(({ path, message }) => `${path.join('.') || 'element'}: ${message}`);

type UnknownOutcome = Extract<Outcome<never>, { readonly kind: 'unknown' }>;

/** An answer that cannot be read leaves open what the bank did. */
export const unreadable = (detail: string): UnknownOutcome => ({
  kind: 'unknown',
  cause: { reason: 'unreadable_answer', detail },
});
export const misread = (error: z.ZodError): UnknownOutcome => unreadable(problemsOf(error).join('; '));
/** So does one about something else than was asked for. */
export const unexpected = (detail: string): UnknownOutcome => ({
  kind: 'unknown',
  cause: { reason: 'unexpected_answer', detail },
});
