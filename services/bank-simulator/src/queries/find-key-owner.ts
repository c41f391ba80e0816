import { kindOf } from '../domain/client.ts';
import { type DirectoryEntry, ownerOf } from '../domain/key-directory.ts';
import type { BankStores } from '../store/open-stores.ts';

/**
 * Whose a key is: a client's own is the client's, every other one has the owner that the directory makes of it.
 * Undefined: nobody can have it.
 */
export async function findKeyOwner(
  { clients }: Pick<BankStores, 'clients'>,
  key: string,
): Promise<DirectoryEntry | undefined> {
  const client = await clients.byPixKey(key);
  if (client === undefined) return ownerOf(key);
  return { kind: kindOf(client), taxId: client.taxId, name: client.name };
}
