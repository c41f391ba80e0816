import { SERVICE_ACTS, type ServiceAction } from '@gx/core';
import { z } from 'zod';
import { answer, count, listOf, time, wireForm } from './answer.ts';

const FINGERPRINT = z.string().regex(/^[0-9a-f]{64}$/);

const requestLog = answer(
  'RequestLog',
  z.strictObject({
    id: wireForm('log_'),
    createdAt: time,
    method: z.string(),
    path: z.string().meta({ description: 'As it was sent. Where an id belongs and none of ours is, `[redacted]`.' }),
    query: z
      .string()
      .nullable()
      .meta({ description: 'As it was sent, decoded. Values that may be about a person are `[redacted]`.' }),
    route: z.string().meta({ description: 'The template of the path, without its ids.' }),
    status: z.int().nullable().meta({ description: '`null` when the client went away before the answer.' }),
    errorCode: z.string().nullable(),
    param: z.string().nullable().meta({ description: 'The field, header or parameter that the error blamed.' }),
    durationMs: count,
    requestId: z.string(),
    apiKeyFingerprint: FINGERPRINT,
    livemode: z.boolean(),
  }),
);
export const requestLogList = answer('RequestLogList', listOf(requestLog, wireForm('log_')));

const auditEvent = answer(
  'AuditEvent',
  z.strictObject({
    id: wireForm('aud_'),
    createdAt: time,
    action: z.enum([
      'api_key.issued',
      'api_key.rotated',
      'api_key.revoked',
      'user.added',
      'user.invited',
      'user.joined',
      'user.role_changed',
      'user.removed',
      'user.disabled',
      'user.password_changed',
      'user.password_reset',
      'user.logged_out',
      'user.totp_set',
      'user.totp_removed',
      'account.settings_changed',
      'account.state_changed',
      ...(Object.keys(SERVICE_ACTS) as ServiceAction[]),
    ]),
    actorId: wireForm('usr_').meta({
      description: 'The user who acted; nobody’s id where an API key or one of us did.',
    }),
    keyId: wireForm('key_').nullable().meta({ description: 'Of an act on a key.' }),
    apiKeyFingerprint: FINGERPRINT.nullable().meta({
      description: 'Of an act on a key: which. Of an act with a key: which one acted.',
    }),
    successor: z
      .strictObject({ keyId: wireForm('key_'), apiKeyFingerprint: FINGERPRINT })
      .nullable()
      .meta({ description: 'Of a rotation: the key that came instead.' }),
    userId: wireForm('usr_').nullable().meta({ description: 'Of an act on a user.' }),
    objectId: z
      .string()
      .nullable()
      .meta({ description: 'Of an act on a refund, a payout, an endpoint, a dispute or a charge: which.' }),
    changes: z
      .array(z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
      .meta({ description: 'What is another now.' }),
    ip: z.string().nullable().meta({
      description: 'Where the user or the API key called from; an IPv6 client by its /64. `null` of an act of ours.',
    }),
    livemode: z
      .boolean()
      .meta({ description: 'Of an act on a user or on the state of the account, which belong to both modes: `true`.' }),
  }),
);
export const auditEventList = answer('AuditEventList', listOf(auditEvent, wireForm('aud_')));
