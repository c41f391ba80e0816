import { randomBytes } from 'node:crypto';
import { newId } from '@gx/core';
import type { NewKey } from './domain/api-key.ts';
import type { Act, ActorId } from './domain/audit.ts';

const KEY_BYTES = 24;

/** The act of `actorId` at `now`, with the id of the audit event that will record it. */
export const newAct = (actorId: ActorId, now: Date, operator?: string): Act => ({
  actorId,
  auditId: newId('audit'),
  now,
  ...(operator === undefined ? {} : { operator }),
});

/** 192 random bits, which is what makes a key unguessable and its plain hash safe to keep. */
export const newKey = (label: string | undefined): NewKey => ({
  id: newId('apiKey'),
  random: randomBytes(KEY_BYTES).toString('base64url'),
  ...(label === undefined ? {} : { label }),
});
