import type { AccountKey } from '@gx/contracts/keys';
import { type Id, isoMillis, parseId } from '@gx/core';
import { wireIdText } from './operator-id.ts';
import { OperatorError } from './terminal.ts';

/** What an operator may see of a key: nothing that lets anybody in, and none of the merchant's own words. */
export type ApiKeyRow = ReturnType<typeof apiKeyRow>;

export const apiKeyRow = ({ id, accountId, livemode, fingerprint, prefix, createdAtMs }: AccountKey) => ({
  keyId: wireIdText('apiKey', id),
  accountId: wireIdText('account', accountId),
  mode: livemode ? 'live' : 'test',
  fingerprint,
  prefix,
  createdAt: isoMillis(new Date(createdAtMs)),
});

/** What may name a key to the service. No message repeats what was given: it may be a key. */
export function keyName(given: string): string {
  if (/^gx_(live|test)_/.test(given)) {
    throw new OperatorError(
      "An API key is a secret and belongs into no argument. Its fingerprint is its SHA-256: `sha256sum` of a file that holds the key without a line break. Or give its id, as the merchant's list shows it.",
    );
  }
  if (/^[0-9a-f]{64}$/.test(given) || parseId('apiKey', given) !== undefined) return given;
  throw new OperatorError('A key is named by its fingerprint (64 characters of 0-9 and a-f) or by its id.');
}

/** The account whose keys are meant; as for keys, what was given is not repeated. */
export function accountOf(given: string): Id<'account'> {
  const id = parseId('account', given);
  if (id === undefined) throw new OperatorError('This is no id of an account.');
  return id;
}
