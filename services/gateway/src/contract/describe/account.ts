import { issuedKey, keyList, revoked, session } from '../answers/account.ts';
import { auditEventList, requestLogList } from '../answers/log.ts';
import type { Descriptions } from '../description.ts';

export const ACCOUNT: Descriptions = {
  'POST /v1/auth/login': {
    id: 'login',
    tag: 'Account',
    summary: 'E-mail and password for a token of one hour.',
    answers: { 200: session },
    errors: ['unauthorized'],
    body: { email: '$EMAIL', password: '$PASSWORD' },
  },
  'POST /v1/auth/logout': {
    id: 'logout',
    tag: 'Account',
    summary: 'The token is worth nothing afterwards.',
    answers: { 204: null },
  },
  'POST /v1/api-keys': {
    id: 'issueKey',
    tag: 'Account',
    summary: 'A new API key. It is in this answer and never again.',
    answers: { 201: issuedKey },
    body: { label: 'Web shop', test: true },
  },
  'GET /v1/api-keys': {
    id: 'listKeys',
    tag: 'Account',
    summary: 'The account’s keys of both environments, newest first and at most 1,000, never in clear.',
    answers: { 200: keyList },
  },
  'POST /v1/api-keys/:id/rotate': {
    id: 'rotateKey',
    tag: 'Account',
    summary: 'A new key for an old one, in one step; the old one has stopped when the answer is there.',
    answers: { 201: issuedKey },
    body: { label: 'Web shop, second key' },
  },
  'DELETE /v1/api-keys/:id': {
    id: 'revokeKey',
    tag: 'Account',
    summary: 'The key stops for good.',
    answers: { 200: revoked },
  },
  'GET /v1/request-logs': {
    id: 'listRequestLogs',
    tag: 'Account',
    summary: 'Requests of the account’s keys in the last 30 days, newest first; a request is here within seconds.',
    answers: { 200: requestLogList },
    query: 'limit=10',
  },
  'GET /v1/audit-events': {
    id: 'listAuditEvents',
    tag: 'Account',
    summary: 'Who issued, rotated or revoked which key, newest first; a fingerprint finds its successors’ making too.',
    answers: { 200: auditEventList },
    query: 'limit=10',
  },
};
