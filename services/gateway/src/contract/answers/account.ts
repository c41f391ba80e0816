import { z } from 'zod';
import { answer, time, wireForm } from './answer.ts';

export const session = answer(
  'Session',
  z.strictObject({
    accessToken: z.string(),
    tokenType: z.literal('Bearer'),
    expiresIn: z.int(),
    user: z.strictObject({ id: wireForm('usr_'), email: z.string(), name: z.string() }),
    account: z.strictObject({ id: wireForm('acc_'), name: z.string() }),
  }),
);

export const newTotp = answer(
  'NewTotp',
  z.strictObject({
    secret: z
      .string()
      .regex(/^[A-Z2-7]{32}$/)
      .meta({ description: 'In base32. Shown in this answer only.' }),
    otpauthUrl: z.string().meta({ description: 'The same, to be shown as a QR code.' }),
  }),
);

const record = {
  id: wireForm('key_'),
  prefix: z.string().meta({ description: 'The first 12 characters, for display.' }),
  label: z.string().nullable(),
  createdAt: time,
};

export const issuedKey = answer(
  'IssuedKey',
  z.strictObject({
    ...record,
    apiKey: z
      .string()
      .regex(/^gx_(live|test)_[A-Za-z0-9_-]{32}$/)
      .meta({ description: 'Shown in this answer only.' }),
    fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  }),
);
export const keyList = answer('KeyList', z.strictObject({ data: z.array(z.strictObject(record)) }));
export const revoked = answer('Revoked', z.strictObject({ revoked: z.literal(true) }));
