import type { ErrorCode } from '@gx/core';
import type { z } from 'zod';

/** The chapters of the reference page, in its order. */
export const TAGS = {
  Charges: 'Pix charges in the public format: `ch_` ids, lower-case statuses, snake_case fields.',
  Payments: 'The same charges in the transaction format: `tx_` ids, upper-case statuses, camelCase fields.',
  Wallets: 'What the account has, by currency.',
  Webhooks: 'Endpoints that receive events, and what was delivered to them.',
  Account: 'Login and API keys, with a login token.',
  'Test helpers': 'The payer’s side of a test charge; a live key finds nothing here.',
  Reference: 'What describes the interface itself; no credentials.',
} as const;
export type Tag = keyof typeof TAGS;

/** Bytes that are no JSON, by their content type. */
export type Media = { readonly media: string };
export const isMedia = (answer: BodySchema): answer is Media => answer !== null && 'media' in answer;
/** A schema that `answers/` knows by name, bytes, or nothing at all. */
export type BodySchema = z.ZodType | Media | null;

/**
 * What a route's own row does not say about it; who may call, what is read and most errors follow from the
 * row.
 */
export type Description = {
  /** `operationId`: what a generated client calls it. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  /** What it answers when it succeeds, by status. */
  readonly answers: Readonly<Record<number, BodySchema>>;
  /** Errors beside those that follow from the row: see `errors-of.ts`. */
  readonly errors?: readonly ErrorCode[];
  /** Body of the example; it must be one that the route accepts. */
  readonly body?: object;
  /** Query of the example. */
  readonly query?: string;
};

/** Descriptions by method and path, as the route table writes them. */
export type Descriptions = Readonly<Record<`${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`, Description>>;
