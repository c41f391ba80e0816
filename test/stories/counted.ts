import { type Merchant, type MerchantResponse, merchant } from './merchant.ts';

/**
 * What came of the requests of an abuse case: how many, and which of the answers are not what every answer
 * is.
 */
export type Counts = { requests: number; outside: string[]; ours: string[] };

/**
 * Counts one answer: an error without type, code and the id that its header has, and what says that something
 * of ours broke.
 */
export function countAnswer(counts: Counts, what: string, { status, headers, body }: MerchantResponse): void {
  counts.requests += 1;
  const isEnveloped =
    body?.request_id === headers['x-request-id'] && Boolean(body?.error?.type) && Boolean(body?.error?.code);
  if (headers['x-request-id'] === undefined || (status >= 400 && !isEnveloped)) counts.outside.push(what);
  if (status >= 500) counts.ours.push(what);
}

export const noCounts = (): Counts => ({ requests: 0, outside: [], ours: [] });

/** A merchant whose every answer is counted. */
export function countedMerchant(gateway: string, apikey: string): { send: Merchant['send']; counts: Counts } {
  const counts = noCounts();
  const { send } = merchant(gateway, apikey);
  return {
    counts,
    send: async (method, path, options) => {
      const answer = await send(method, path, options);
      countAnswer(counts, `${method} ${path}: ${answer.status}`, answer);
      return answer;
    },
  };
}

export const summaryOf = (number: number, { requests, outside, ours }: Counts): string =>
  `case ${number}: ${requests} requests, ${outside.length} answers outside the envelope, ${ours.length} 5xx`;
