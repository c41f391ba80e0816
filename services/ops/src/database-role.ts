import { COLLECTION_RIGHTS, type CollectionRights } from '@gx/contracts';
import type { MongoClient } from '@gx/runtime/mongo';
import type { OwnedDatabase } from './config.ts';

export type DatabaseRole = { readonly role: string; readonly db: string };
type Privilege = {
  readonly resource: { readonly db?: string; readonly collection?: string };
  readonly actions: readonly string[];
};
type RoleInfo = { readonly privileges: readonly Privilege[]; readonly roles: readonly unknown[] };

/** An operator who is answered may take it that a new primary knows it as well. */
export const DURABLE = { writeConcern: { w: 'majority' } } as const;
const ALREADY_THERE = 51_002;

/**
 * The role of a service's user on its database, made or brought to what it should be: a role of its own,
 * named as the service, where not everything there may be changed. Answers what had to be done, too.
 */
export async function settleRole(
  admin: MongoClient,
  { owner, database }: OwnedDatabase,
): Promise<{ readonly role: DatabaseRole; readonly done: string }> {
  const rights = COLLECTION_RIGHTS[owner];
  if (rights === undefined) return { role: { role: 'readWrite', db: database }, done: '' };
  const role = { role: owner, db: database };
  const privileges = privilegesOf(database, rights);
  const { roles } = (await admin.db(database).command({ rolesInfo: role, showPrivileges: true })) as unknown as {
    readonly roles: readonly RoleInfo[];
  };
  const [existing] = roles;
  if (existing === undefined) return { role, done: await create(admin, role, privileges) };
  if (isSame(existing, privileges)) return { role, done: '' };
  await admin.db(database).command({ updateRole: owner, privileges, roles: [], ...DURABLE });
  return { role, done: 'role changed' };
}

const privilegesOf = (db: string, rights: Readonly<Record<string, CollectionRights>>): Privilege[] => [
  // Which collections there are; of each alone what is in it.
  { resource: { db, collection: '' }, actions: ['listCollections'] },
  ...Object.entries(rights).map(([collection, actions]) => ({ resource: { db, collection }, actions })),
];

async function create(admin: MongoClient, { role, db }: DatabaseRole, privileges: readonly Privilege[]) {
  try {
    await admin.db(db).command({ createRole: role, privileges, roles: [], ...DURABLE });
    return 'role created';
  } catch (error) {
    // Somebody else is at it: he gives the same rights.
    if ((error as { readonly code?: unknown }).code === ALREADY_THERE) return '';
    throw error;
  }
}

/** Whatever order MongoDB keeps them in. */
function isSame({ privileges, roles }: RoleInfo, expected: readonly Privilege[]): boolean {
  const textOf = ({ resource, actions }: Privilege): string =>
    [resource.db, resource.collection, ...actions.toSorted()].join();
  const texts = (all: readonly Privilege[]): string => all.map(textOf).sort().join('\n');
  return roles.length === 0 && texts(privileges) === texts(expected);
}
