import type { ErrorAnswer } from './error-forms.ts';

/**
 * What an error proves. `absent`: the bank has no such thing. `empty`: the same, of a list too: it has no
 * elements. `taken`: it has that id already. `busy` and `unauthorised`: it did nothing, and may when called
 * again. `unknown`: nothing, so it is asked.
 */
export const ERROR_MEANINGS = ['refused', 'absent', 'empty', 'taken', 'busy', 'unauthorised', 'unknown'] as const;
export type ErrorMeaning = (typeof ERROR_MEANINGS)[number];
/**
 * What an error of this status under one of these names means; without names any error that the bank words.
 */
export type ErrorRule = {
  readonly means: ErrorMeaning;
  /** Any below 500 where it is left out. */
  readonly status?: number;
  readonly names: readonly string[];
};

/** What a status means in the words of a bank, unless its rules say otherwise. */
const BY_STATUS: Readonly<Record<number, ErrorMeaning>> = {
  401: 'unauthorised',
  404: 'absent',
  // A request that came too slowly, or too early.
  408: 'unknown',
  409: 'taken',
  425: 'unknown',
};

/** Of one gateway that banks have before their APIs (Apigee). */
const OF_GATEWAYS: readonly ErrorRule[] = [
  {
    means: 'unauthorised',
    names: [
      'keymanagement.service.access_token_expired',
      'keymanagement.service.invalid_access_token',
      'oauth.v2.InvalidAccessToken',
      'oauth.v2.AccessTokenExpired',
    ],
  },
  { means: 'busy', names: ['policies.ratelimit.QuotaViolation', 'policies.ratelimit.SpikeArrestViolation'] },
];

/**
 * What an answer that is no success proves. A refusal and an absence count only in the bank's own words: what
 * has no known form, or comes from something in front of the bank, says nothing about the charge.
 */
export function errorMeaning(
  status: number,
  error: ErrorAnswer | undefined,
  rules: readonly ErrorRule[],
): ErrorMeaning {
  if (status === 401) return 'unauthorised';
  if (status === 429) return 'busy';
  if (error === undefined) return 'unknown';
  const rule = [...rules, ...OF_GATEWAYS].find((one) => isOf(one, status, error));
  if (rule !== undefined) return rule.means;
  if (status >= 500) return 'unknown';
  if (error.from === 'gateway') return error.status === 401 ? 'unauthorised' : 'unknown';
  return status >= 400 ? (BY_STATUS[status] ?? 'refused') : 'unknown';
}

function isOf(rule: ErrorRule, status: number, error: ErrorAnswer): boolean {
  if (rule.status === undefined ? status >= 500 : rule.status !== status) return false;
  return rule.names.length === 0 ? error.from === 'bank' : error.names.some((name) => rule.names.includes(name));
}
