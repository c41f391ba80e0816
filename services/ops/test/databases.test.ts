import { randomBytes } from 'node:crypto';
import { withMongo } from '@gx/runtime/mongo';
import { type GuardedMongo, guardedMongo } from '@gx/testkit';
import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import { ops, opsProcess } from './harness.ts';

const OPERATOR = randomBytes(9).toString('hex');
const operatorUrl = ({ urlOf }: GuardedMongo): string => urlOf('operator', OPERATOR, 'admin');
/** Every test has databases of its own on one server. */
const test = anyTest as TestFn<{ mongo: GuardedMongo }>;
test.before(async (t) => {
  const mongo = await guardedMongo();
  t.context.mongo = mongo;
  // Who makes users needs no right to read what they keep.
  const roles = ['userAdminAnyDatabase'];
  await mongo.admin.db('admin').command({ createUser: 'operator', pwd: OPERATOR, roles });
});
test.after.always(async (t) => {
  await t.context.mongo?.stop();
});

type Run = ExecutionContext<{ mongo: GuardedMongo }>;
const CREATE = ['databases', 'create-users'];
const newPassword = (): string => randomBytes(9).toString('hex');

/** What `create-users` is told of charge and ledger of one deployment. */
function deployment({ context: { mongo } }: Run, prefix: string) {
  const passwords = { charge: newPassword(), ledger: newPassword() };
  const urls = (charge = passwords.charge) => ({
    MONGO_ADMIN_URL: operatorUrl(mongo),
    MONGO_DB_PREFIX: prefix,
    CHARGE_MONGO_URL: mongo.urlOf('charge', charge, `${prefix}gx_charge`),
    LEDGER_MONGO_URL: mongo.urlOf('ledger', passwords.ledger, `${prefix}gx_ledger`),
  });
  const stored = async (): Promise<unknown> =>
    mongo.admin
      .db('admin')
      .collection('system.users')
      .find({ db: `${prefix}gx_charge` })
      .toArray();
  return { passwords, urls, stored, home: mongo.admin.db(`${prefix}gx_charge`) };
}

const doneIn = (out: string): string[] =>
  out
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/).slice(2).join(' '));

test('each service gets a user with one role on its own database; a second run changes nothing', async (t) => {
  const { urls, stored, passwords, home } = deployment(t, 'first_');
  const first = await opsProcess(CREATE, urls());
  t.deepEqual([first.code, first.err], [0, '']);
  t.regex(first.out, /^SERVICE +DATABASE +USER +DONE\ncharge +first_gx_charge +charge +created\n/);
  t.deepEqual(doneIn(first.out), ['charge created', 'ledger created']);
  t.false(Object.values(passwords).some((secret) => first.out.includes(secret)));

  const { users } = await home.command({ usersInfo: 'charge' });
  t.deepEqual(users[0].roles, [{ role: 'readWrite', db: 'first_gx_charge' }]);
  const before = await stored();
  const second = await ops(CREATE, urls());
  t.deepEqual([second.code, doneIn(second.out)], [0, ['charge as it was', 'ledger as it was']]);
  t.deepEqual(await stored(), before, 'nothing was written');
});

test('the user of keys has a role that names each collection and changes no audit event; one that was given more is cut back', async (t) => {
  const { mongo } = t.context;
  const [home, secret] = [mongo.admin.db('audit_gx_keys'), newPassword()];
  const env = {
    MONGO_ADMIN_URL: operatorUrl(mongo),
    MONGO_DB_PREFIX: 'audit_',
    KEYS_MONGO_URL: mongo.urlOf('keys', secret, 'audit_gx_keys'),
  };
  await home.command({ createUser: 'keys', pwd: secret, roles: ['readWrite'] });
  t.deepEqual(doneIn((await ops(CREATE, env)).out), ['keys role created, roles changed']);
  t.deepEqual(doneIn((await ops(CREATE, env)).out), ['keys as it was']);
  t.deepEqual((await home.command({ usersInfo: 'keys' }))['users'][0].roles, [{ role: 'keys', db: 'audit_gx_keys' }]);
  const rights = async (): Promise<string[][]> => {
    const { roles } = await home.command({ rolesInfo: 'keys', showPrivileges: true });
    const privileges = roles[0].privileges as { resource: { collection: string }; actions: string[] }[];
    return privileges.map(({ resource, actions }) => [resource.collection, ...actions.toSorted()]).sort();
  };
  const before = await rights();
  t.deepEqual(
    before.filter(([name]) => name === '' || name === 'audit_chain'),
    [
      ['', 'listCollections'],
      ['audit_chain', 'createCollection', 'createIndex', 'find', 'insert', 'listIndexes'],
    ],
  );
  const privileges = [{ resource: { db: 'audit_gx_keys', collection: 'audit_chain' }, actions: ['remove'] }];
  await home.command({ grantPrivilegesToRole: 'keys', privileges });
  t.deepEqual(doneIn((await ops(CREATE, env)).out), ['keys role changed']);
  t.deepEqual(await rights(), before);
});

test('a password that changed in the secret is the one that is taken from then on', async (t) => {
  const { urls } = deployment(t, 'changed_');
  t.is((await ops(CREATE, urls())).code, 0);
  const renewed = urls(newPassword());
  const { out } = await ops(CREATE, renewed);
  t.deepEqual(doneIn(out), ['charge password changed', 'ledger as it was']);
  const ping = (url: string) => withMongo(url, (client) => client.db('changed_gx_charge').command({ ping: 1 }));
  t.like(await ping(renewed.CHARGE_MONGO_URL), { ok: 1 });
  await t.throwsAsync(ping(urls().CHARGE_MONGO_URL), { message: /Authentication failed/ });
});

test('a user who may do more than its service needs is cut back to that', async (t) => {
  const { urls, passwords, home } = deployment(t, 'wide_');
  const roles = ['dbOwner', { role: 'readAnyDatabase', db: 'admin' }];
  await home.command({ createUser: 'charge', pwd: passwords.charge, roles });
  const { out } = await ops(CREATE, urls());
  t.deepEqual(doneIn(out), ['charge roles changed', 'ledger created']);
  const { users } = await home.command({ usersInfo: 'charge' });
  t.deepEqual(users[0].roles, [{ role: 'readWrite', db: 'wide_gx_charge' }]);
});

test('a service that gets a second name signs in with it, and running pods with the first', async (t) => {
  const { mongo } = t.context;
  const { urls, home } = deployment(t, 'second_');
  t.is((await ops(CREATE, urls())).code, 0);
  const next = { ...urls(), CHARGE_MONGO_URL: mongo.urlOf('charge2', newPassword(), 'second_gx_charge') };
  t.deepEqual(doneIn((await ops(CREATE, next)).out), ['charge2 created', 'ledger as it was']);
  for (const url of [urls().CHARGE_MONGO_URL, next.CHARGE_MONGO_URL])
    t.like(await withMongo(url, (client) => client.db(home.databaseName).command({ ping: 1 })), { ok: 1 });
});

test('two runs at once both succeed, and leave one user of each service', async (t) => {
  const { urls, stored } = deployment(t, 'race_');
  const env = { ...urls(), KEYS_MONGO_URL: t.context.mongo.urlOf('keys', newPassword(), 'race_gx_keys') };
  const runs = await Promise.all([ops(CREATE, env), ops(CREATE, env), ops(CREATE, env)]);
  t.deepEqual(
    runs.map(({ code, err }) => [code, err]),
    runs.map(() => [0, '']),
  );
  t.is(((await stored()) as unknown[]).length, 1);
});

test('what cannot be meant is refused with the variable and without the secret', async (t) => {
  const { mongo } = t.context;
  const { urls, passwords, stored } = deployment(t, 'refused_');
  const given = urls();
  const refused = async (env: Record<string, string>, says: RegExp): Promise<void> => {
    const { code, out, err } = await ops(CREATE, env);
    t.deepEqual([code, out], [2, '']);
    t.regex(err, says);
    t.false(err.includes(passwords.charge) || err.includes(passwords.ledger));
  };
  await refused(
    { ...given, LEDGER_MONGO_URL: given.CHARGE_MONGO_URL },
    /CHARGE_MONGO_URL and LEDGER_MONGO_URL name the same/,
  );
  await refused(
    { ...given, CHARGE_MONGO_URL: operatorUrl(mongo) },
    /MONGO_ADMIN_URL and CHARGE_MONGO_URL name the same/,
  );
  const nobody = given.CHARGE_MONGO_URL.replace(/\/\/.+@/, '//');
  await refused({ ...given, CHARGE_MONGO_URL: nobody }, /CHARGE_MONGO_URL names no user with a password/);
  await refused({ ...given, CHARGE_MONGO_URL: `${passwords.charge}@nowhere` }, /CHARGE_MONGO_URL names no user/);
  await refused({ MONGO_ADMIN_URL: mongo.adminUrl }, /No service is named/);
  const stranger = mongo.urlOf('root', passwords.charge, 'admin');
  await refused(
    { ...given, MONGO_ADMIN_URL: stranger },
    /MongoDB of MONGO_ADMIN_URL did not do it: Authentication failed/,
  );
  t.deepEqual(await stored(), [], 'nobody was made');
});
