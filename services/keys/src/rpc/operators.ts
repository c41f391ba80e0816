import type { SERVICES } from '@gx/contracts';
import type { AccountKey } from '@gx/contracts/keys';
import { parseId, Refusal } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { revokeKeyByOperator } from '../commands/revoke-key-by-operator.ts';
import type { Deps } from '../deps.ts';
import { isFingerprint, type KeyName, type Slot } from '../domain/api-key.ts';
import { listAccountKeys } from '../queries/list-account-keys.ts';
import { verifyAuditLog } from '../queries/verify-audit-log.ts';

type OperatorRpcs = 'RevokeKeyByOperator' | 'ListAccountKeys' | 'VerifyAuditLog';

/**
 * The RPCs of gx.keys.v1 that work on any account's keys and audit events: `ops` calls them, and the gateway
 * has no route to them.
 */
export const operatorHandlers = (deps: Deps): Pick<Handlers<typeof SERVICES.keys>, OperatorRpcs> => ({
  RevokeKeyByOperator: async (ctx, { key }) => {
    const slot = await revokeKeyByOperator(deps, ctx.now, keyNameOf(key));
    return slot === undefined ? {} : { revoked: keyMessage(slot) };
  },
  ListAccountKeys: async (_ctx, { accountId, limit, createdAfterMs }) => {
    const since = createdAfterMs === undefined ? {} : { createdAfter: new Date(createdAfterMs) };
    const { slots, total } = await listAccountKeys(deps, parseId('account', accountId), { limit, ...since });
    return { keys: slots.map(keyMessage), total };
  },
  VerifyAuditLog: (_ctx, { after, known }) =>
    verifyAuditLog(deps, { after: after ?? undefined, known: known ?? undefined }),
});

/** What was given is not repeated: who is in a hurry may have given the key itself. */
function keyNameOf(given: string): KeyName {
  if (isFingerprint(given)) return { fingerprint: given };
  const id = parseId('apiKey', given);
  if (id !== undefined) return { id };
  const message = 'key must be the fingerprint or the id of an API key.';
  throw new Refusal('invalid_request', message, { param: 'key', details: [{ param: 'key', message }] });
}

const keyMessage = ({ accountId, livemode, live }: Slot): AccountKey => ({
  id: live.id,
  accountId,
  livemode,
  fingerprint: live.fingerprint,
  prefix: live.prefix,
  createdAtMs: live.createdAt.getTime(),
});
