import { randomBytes } from 'node:crypto';
import { type Id, newId } from '@gx/core';
import type { NewKey } from './domain/api-key.ts';
import { type Act, type ActorId, OPS } from './domain/audit.ts';

const KEY_BYTES = 24;

/** The act of the operators' program, and of which operator where that is known. */
export const operatorAct = (now: Date, operator?: string): Act => ({
  ...newAct(OPS, now),
  ...(operator === undefined ? {} : { operator }),
});

/** The act of a user who calls from an address; of nobody's where it is empty. */
export const userAct = (userId: Id<'user'>, now: Date, clientAddress: string): Act => ({
  ...newAct(userId, now),
  ...(clientAddress === '' ? {} : { clientAddress }),
});

/** With the id of the audit event that will record it. */
const newAct = (actorId: ActorId, now: Date): Act => ({ actorId, auditId: newId('audit'), now });

/** 192 random bits, which is what makes a key unguessable and its plain hash safe to keep. */
export const newKey = (label: string | undefined): NewKey => ({
  id: newId('apiKey'),
  random: randomBytes(KEY_BYTES).toString('base64url'),
  ...(label === undefined ? {} : { label }),
});
