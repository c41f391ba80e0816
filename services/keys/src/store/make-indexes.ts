import type { Connection } from 'mongoose';
import { accountStore } from './accounts.ts';
import { keyStore } from './api-keys.ts';
import { auditStore } from './audit-events.ts';
import { denialStore } from './denied-tokens.ts';
import { formerAuditStore } from './former-audit-events.ts';
import { loginAddressStore } from './login-addresses.ts';
import { requestLogStore } from './request-logs.ts';
import { resetRequestStore } from './reset-requests.ts';
import { userStore } from './users.ts';

/**
 * Every index of keys, one collection after the other. Opening a store makes its indexes and does nothing
 * else.
 */
export async function makeIndexes(connection: Connection): Promise<void> {
  const ofUsers = [userStore, denialStore, resetRequestStore, loginAddressStore];
  const stores = [accountStore, keyStore, auditStore, formerAuditStore, requestLogStore, ...ofUsers];
  for (const open of stores) await open(connection);
}
