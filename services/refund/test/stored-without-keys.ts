import { newCipher } from '@gx/runtime';
import { customerKeys } from '@gx/runtime/mongo';
import type { TestDatabase } from '@gx/testkit';
import { storedRefunds } from '../src/store/stored-refunds.ts';
import { ENCRYPTION_KEY } from './rig.ts';

/** Refunds of a database as an older version stores them. */
export async function storedWithoutKeys({ connection }: TestDatabase) {
  const cipher = newCipher(ENCRYPTION_KEY);
  const keys = await customerKeys(connection, { cipher, rememberedMs: 1_000, log: { error: () => undefined } });
  return storedRefunds(keys, { cipher, isEncrypted: false });
}
