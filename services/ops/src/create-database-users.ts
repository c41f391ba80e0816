import { isSignInRefused, type MongoClient, type MongoUser, mongoUserOf, withMongo } from '@gx/runtime/mongo';
import { databasesOf, type OwnedDatabase } from './config.ts';
import { type DatabaseRole, DURABLE, settleRole } from './database-role.ts';
import { readSecret } from './read-secret.ts';
import { EXIT, type ExitCode, OperatorError, type Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';

type DatabaseUser = OwnedDatabase & { readonly user: MongoUser };

const ALREADY_THERE = 51_003;

/**
 * `ops databases create-users`: each service whose connection string is given gets the user that the string
 * names, with one role on one database. The strings are the services' own, so that no password stands twice;
 * each is tried afterwards as its service will use it. What is as it should be stays, and two may run at
 * once.
 */
export async function createDatabaseUsers(_options: object, terminal: Terminal): Promise<ExitCode> {
  const users = databasesOf(terminal.env).map(withUser);
  if (users.length === 0) throw new OperatorError('No service is named: set CHARGE_MONGO_URL and its like.');
  const adminUrl = await readSecret('MONGO_ADMIN_URL', terminal);
  demandApart([{ variable: 'MONGO_ADMIN_URL', user: userOf('MONGO_ADMIN_URL', adminUrl) }, ...users]);
  const rows = await reaching('MONGO_ADMIN_URL', () =>
    withMongo(adminUrl, async (admin) => {
      const done: string[][] = [];
      for (const one of users) done.push([one.owner, one.database, one.user.name, await settle(admin, one)]);
      return done;
    }),
  );
  terminal.out(`${textTable(['SERVICE', 'DATABASE', 'USER', 'DONE'], rows)}\n`);
  return EXIT.done;
}

const withUser = (owned: OwnedDatabase): DatabaseUser => ({ ...owned, user: userOf(owned.variable, owned.url) });

function userOf(variable: string, url: string): MongoUser {
  const user = mongoUserOf(url);
  if (user === undefined) throw new OperatorError(`${variable} names no user with a password.`);
  return user;
}

/**
 * One user for two services would have the databases of both; an administrator who became a service's could
 * not be undone.
 */
function demandApart(named: readonly Pick<DatabaseUser, 'variable' | 'user'>[]): void {
  for (const [index, { variable, user }] of named.entries()) {
    const twin = named.slice(0, index).find((other) => other.user.name === user.name && other.user.home === user.home);
    if (twin !== undefined)
      throw new OperatorError(`${twin.variable} and ${variable} name the same user: each needs its own.`);
  }
}

/** Brings one user to what it should be; answers what had to be done. */
async function settle(admin: MongoClient, target: DatabaseUser): Promise<string> {
  const { role, done } = await settleRole(admin, target);
  const roles = [role];
  const changed = [done];
  const there = await rolesOf(admin, target.user);
  if (there === undefined) changed.push(await create(admin, target.user, roles));
  else if (!isSame(there, roles)) changed.push(await update(admin, target.user, { roles }, 'roles changed'));
  if (!(await signsIn(target))) {
    changed.push(await update(admin, target.user, { pwd: target.user.password }, 'password changed'));
    if (!(await signsIn(target)))
      throw new OperatorError(`${target.variable} is refused still: does it name the servers of MONGO_ADMIN_URL?`);
  }
  return changed.filter((what) => what !== '').join(', ') || 'as it was';
}

/** The roles of a user; undefined when there is none. */
async function rolesOf(admin: MongoClient, { name, home }: MongoUser): Promise<readonly DatabaseRole[] | undefined> {
  const { users } = (await admin.db(home).command({ usersInfo: { user: name, db: home } })) as unknown as {
    readonly users: readonly { readonly roles: readonly DatabaseRole[] }[];
  };
  return users[0]?.roles;
}

const isSame = (roles: readonly DatabaseRole[], expected: readonly DatabaseRole[]): boolean =>
  roles.length === expected.length &&
  expected.every(({ role, db }) => roles.some((own) => own.role === role && own.db === db));

async function create(admin: MongoClient, user: MongoUser, roles: readonly DatabaseRole[]): Promise<string> {
  try {
    await admin.db(user.home).command({ createUser: user.name, pwd: user.password, roles, ...DURABLE });
    return 'created';
  } catch (error) {
    // Somebody else is at it: he gives the same roles.
    if ((error as { readonly code?: unknown }).code === ALREADY_THERE) return '';
    throw error;
  }
}

async function update(admin: MongoClient, user: MongoUser, change: object, says: string): Promise<string> {
  await admin.db(user.home).command({ updateUser: user.name, ...change, ...DURABLE });
  return says;
}

/** Whether the service's own connection string lets it in. */
async function signsIn({ variable, url, database }: DatabaseUser): Promise<boolean> {
  return reaching(variable, async () => {
    try {
      await withMongo(url, (client) => client.db(database).command({ ping: 1 }));
      return true;
    } catch (error) {
      if (isSignInRefused(error)) return false;
      throw error;
    }
  });
}

/** Says which connection string it was; the string itself is a secret. */
async function reaching<T>(variable: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`MongoDB of ${variable} did not do it: ${why}`, { cause });
  }
}
