import { type ErrorCode, type ErrorDetail, Refusal } from '@gx/core';
import { z } from 'zod';

/**
 * Fields whose failure has a code of its own; every other one is `invalid_request` (specification, Status
 * map).
 */
const FIELD_CODES: Readonly<Record<string, ErrorCode>> = {
  amount: 'invalid_amount',
  currency: 'invalid_currency',
  expires_in: 'invalid_expires_in',
  'customer.document': 'invalid_document',
  expected_payer_tax_id: 'invalid_document',
  expected_recipient_tax_id: 'invalid_document',
  'destination.bank_account.holder_document': 'invalid_document',
  customer_id: 'invalid_document',
  customerDocument: 'invalid_document',
  starting_after: 'invalid_cursor',
  url: 'invalid_url',
  webhookUrl: 'invalid_url',
  events: 'invalid_event',
};

/** Marks an issue about two fields that each are fine: the field's own code would say the wrong thing. */
export const ABOUT_TWO_FIELDS = { code: 'invalid_request' } as const;

/**
 * The parsed value, or one refusal that names every failing field; the first one in the schema's order gives
 * the code.
 */
export function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusalOfIssues(value, result.error.issues, orderOf(schema));
}

/** `fields` are those that the schema names as `params` of a rule about all of the body. */
type Failure = { readonly detail: ErrorDetail; readonly code: ErrorCode; readonly fields: readonly string[] };

function refusalOfIssues(sent: unknown, issues: readonly z.core.$ZodIssue[], order: readonly string[]): Refusal {
  const byField = new Map<string, Failure>();
  for (const issue of issues) {
    const param = issue.path.join('.');
    if (!byField.has(param))
      byField.set(param, {
        detail: { param, message: messageOf(issue, sent) },
        code: codeOf(issue, param),
        fields: issue.code === 'custom' ? ((issue.params?.['fields'] as readonly string[] | undefined) ?? []) : [],
      });
  }
  const failures = [...byField.values()].sort(
    (a, b) => positionOf(a.detail.param, order) - positionOf(b.detail.param, order),
  );
  const first = failures[0];
  if (first === undefined) throw new Error('a failed parse without an issue');
  const { param, message } = first.detail;
  // About all of it: no field is to blame, and each one that could mend it is a detail.
  if (param === '') {
    const details = first.fields.map((field) => ({ param: field, message }));
    return new Refusal(first.code, `The request body ${message}.`, { details });
  }
  return new Refusal(first.code, `${param}: ${message}`, { param, details: failures.map(({ detail }) => detail) });
}

/**
 * A field that is missing is required first, whatever it must be; a rule of several fields says so itself.
 */
const messageOf = (issue: z.core.$ZodIssue, sent: unknown): string =>
  issue.code !== 'custom' && isMissing(sent, issue.path) ? `is required, and ${issue.message}` : issue.message;

/** `null` leaves a field out too (decisions A27). */
const isMissing = (sent: unknown, path: readonly PropertyKey[]): boolean =>
  typeof path.at(-1) === 'string' &&
  (path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null)?.[key], sent) ?? null) === null;

/**
 * What the schema does not list itself, an entry of a list or of metadata, stands where the field around it
 * does.
 */
function positionOf(param: string, order: readonly string[]): number {
  const position = order.indexOf(param);
  const dot = param.lastIndexOf('.');
  return position >= 0 || dot < 0 ? position : positionOf(param.slice(0, dot), order);
}

function codeOf(issue: z.core.$ZodIssue, param: string): ErrorCode {
  if (issue.code === 'custom' && issue.params?.['code'] === ABOUT_TWO_FIELDS.code) return ABOUT_TWO_FIELDS.code;
  return FIELD_CODES[String(issue.path[0])] ?? FIELD_CODES[param] ?? 'invalid_request';
}

/** Every code that a failure of this schema can carry. */
export const codesOf = (schema: z.ZodType): ErrorCode[] => [
  ...new Set(['invalid_request' as const, ...orderOf(schema).flatMap((field) => FIELD_CODES[field] ?? [])]),
];

/** Names of a schema's fields as it lists them, those of nested objects behind their parent. */
function orderOf(schema: z.ZodType, prefix = ''): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => [
    `${prefix}${name}`,
    ...orderOf(innermost(field), `${prefix}${name}.`),
  ]);
}

/** What lies below `optional`, `nullable` and the transforms behind them. */
function innermost(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodPipe) return innermost(field.in as z.ZodType);
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) return innermost(field.unwrap() as z.ZodType);
  return field;
}
