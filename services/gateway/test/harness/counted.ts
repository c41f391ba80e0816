import type { ExecutionContext } from 'ava';
import type { GatewayResponse } from './gateway.ts';

export type NamedResponse = { readonly name: string; readonly answer: GatewayResponse };
const ENVELOPE = ['error', 'request_id'];

/** How many answers are errors without the envelope, and how many say that something of ours broke. */
export function counted(tried: readonly NamedResponse[]) {
  const outside = tried.filter(
    ({ answer: { status, body, headers } }) =>
      status >= 400 &&
      (Object.keys(body).toString() !== ENVELOPE.toString() || body['request_id'] !== headers.get('x-request-id')),
  );
  const ours = tried.filter(({ answer }) => answer.status >= 500);
  return { requests: tried.length, outside: outside.map(({ name }) => name), ours: ours.map(({ name }) => name) };
}

/** The figures of an abuse case (docs/fault-cases.md). */
export const summaryOf = (number: number, { requests, outside, ours }: ReturnType<typeof counted>): string =>
  `case ${number}: ${requests} requests, ${outside.length} answers outside the envelope, ${ours.length} 5xx`;

/**
 * Tells the figures of an abuse case; no answer is outside the envelope, none says that something of ours
 * broke.
 */
export function logFigures(t: ExecutionContext, number: number, answers: readonly GatewayResponse[]): void {
  const figures = counted(answers.map((answer) => ({ name: String(answer.status), answer })));
  t.deepEqual([figures.outside, figures.ours], [[], []]);
  t.log(summaryOf(number, figures));
}
