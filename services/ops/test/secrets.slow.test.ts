import { SERVICES } from '@gx/contracts';
import { type Cipher, newCipher } from '@gx/runtime';
import { grpcService } from '@gx/runtime/grpc';
import { type EncryptedWalk, encryptedWalk } from '@gx/runtime/mongo';
import { serveRpcs, type TestDatabase, testDatabase, testHost } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { ops } from './harness.ts';

type Service = 'charge' | 'refund' | 'payout' | 'webhooks' | 'keys';
const ALL = ['charge', 'refund', 'payout', 'webhooks', 'keys'] as const satisfies readonly Service[];
const COLLECTIONS: Readonly<Record<Service, string>> = {
  charge: 'bank_profiles',
  refund: 'refunds',
  payout: 'payouts',
  webhooks: 'endpoints',
  keys: 'users',
};
const [OLD, NEW, LOST] = [1, 2, 3] as const;

const cipherOf = (encryption: number, ...opening: readonly number[]): Cipher =>
  newCipher(Buffer.alloc(32, encryption), ...opening.map((byte) => Buffer.alloc(32, byte)));
const idOf = (key: number): string => cipherOf(key).encryptionKeyId;
/** Ids as long as they are, so that tables stay as wide. */
const named = (text: string): string =>
  text
    .replaceAll(idOf(OLD), 'OLD_____________')
    .replaceAll(idOf(NEW), 'NEW_____________')
    .replaceAll(idOf(LOST), 'LOST____________');

type SecretStore = {
  readonly env: Record<string, string>;
  readonly put: (service: Service, by: Cipher) => Promise<void>;
};

/**
 * The services with nothing but what they encrypt; each call is answered by the next of a service's
 * replicas.
 */
async function services(
  t: ExecutionContext,
  ciphers: Readonly<Record<Service, readonly Cipher[]>>,
): Promise<SecretStore> {
  const database = await testDatabase('ops_secrets');
  t.teardown(database.drop);
  const addresses = await Promise.all(
    ALL.map(async (service) => {
      const host = testHost('stand-in');
      t.teardown(host.stop);
      const handlers = { ReencryptSecrets: inTurn(ciphers[service].map((one) => walkOf(database, service, one))) };
      const { port } = await serveRpcs(host, grpcService(SERVICES[service], handlers as never));
      return [`${service.toUpperCase()}_ADDRESS`, `127.0.0.1:${port}`] as const;
    }),
  );
  return {
    env: Object.fromEntries(addresses),
    put: async (service, by) => {
      await database.connection.collection(COLLECTIONS[service]).insertOne({ secret: by.encrypt('s3cret') });
    },
  };
}

const walkOf = ({ connection }: TestDatabase, service: Service, one: Cipher): EncryptedWalk =>
  encryptedWalk({ connection, cipher: one, collections: [{ collection: COLLECTIONS[service], fields: ['secret'] }] });

function inTurn(walks: readonly EncryptedWalk[]): (ctx: unknown, ...request: Parameters<EncryptedWalk>) => unknown {
  let calls = 0;
  return (_ctx, request) => {
    calls += 1;
    return walks[calls % walks.length]?.(request);
  };
}

test('secrets reencrypt encrypts everything again and ends with 0; what is lost stays, is named, and makes it 1', async (t) => {
  const both = [cipherOf(NEW, OLD)];
  const { env, put } = await services(t, { charge: both, refund: both, payout: both, webhooks: both, keys: both });
  for (const service of ALL) await put(service, cipherOf(OLD));
  await put('webhooks', cipherOf(NEW));
  const done = await ops(['secrets', 'reencrypt'], env);
  t.deepEqual([done.code, done.err], [0, '']);
  t.is(
    named(done.out),
    `charge: 1 encrypted again under NEW_____________.
refund: 1 encrypted again under NEW_____________.
payout: 1 encrypted again under NEW_____________.
webhooks: 1 encrypted again under NEW_____________.
keys: 1 encrypted again under NEW_____________.

COLLECTION            KEY               VALUES
charge.bank_profiles  NEW_____________  1
refund.refunds        NEW_____________  1
payout.payouts        NEW_____________  1
webhooks.endpoints    NEW_____________  2
keys.users            NEW_____________  1

Key NEW_____________: encrypts for charge, refund, payout, webhooks, keys, opens for charge, refund, payout, webhooks, keys; 6 values are under it.
Key OLD_____________: opens for charge, refund, payout, webhooks, keys; nothing is under it, nobody needs it.
`,
  );

  await put('webhooks', cipherOf(LOST));
  const left = await ops(['secrets', 'reencrypt'], env);
  t.is(left.code, 1);
  t.true(
    named(left.out).endsWith(`Key LOST____________: nobody has it; 1 value is under it, it must stay.
webhooks does not open 1 of webhooks.endpoints: it has no key LOST____________.
webhooks: 1 could not be opened, and stay as they are.
`),
    left.out,
  );
  const json = await ops(['secrets', 'reencrypt', '--json'], env);
  t.is(json.code, 1);
  t.like(JSON.parse(json.out), {
    reencrypted: { charge: 0, refund: 0, payout: 0, webhooks: 0, keys: 0 },
    problems: { length: 2 },
  });
});

test('secrets list changes nothing, and ends with 1 when refund lacks a key of charge', async (t) => {
  const both = [cipherOf(NEW, OLD)];
  const { env, put } = await services(t, {
    charge: both,
    refund: [cipherOf(NEW)],
    payout: both,
    webhooks: both,
    keys: both,
  });
  await put('charge', cipherOf(OLD));
  for (let time = 0; time < 2; time += 1) {
    const { code, out } = await ops(['secrets', 'list'], env);
    t.is(code, 1);
    t.true(
      named(
        out,
      ).endsWith(`Key OLD_____________: opens for charge, payout, webhooks, keys; 1 value is under it, it must stay.
refund does not open 1 of charge.bank_profiles: it has no key OLD_____________.
`),
      out,
    );
  }
  const { out } = await ops(['secrets', 'list', '--json'], env);
  t.like(JSON.parse(out), { encrypted: [{ collection: 'charge.bank_profiles', keyId: idOf(OLD), values: 1 }] });
});

test('replicas with different keys break a walk off before anything is encrypted again', async (t) => {
  const [one, other] = [cipherOf(OLD, NEW), cipherOf(NEW, OLD)];
  const { env, put } = await services(t, {
    charge: [one, other],
    refund: [other],
    payout: [other],
    webhooks: [other],
    keys: [other],
  });
  await put('charge', cipherOf(OLD));
  for (const command of ['list', 'reencrypt']) {
    t.deepEqual(await ops(['secrets', command], env), {
      code: 2,
      out: '',
      err: 'ops: The replicas of charge have different keys: wait until its rollout has ended, then again.\n',
    });
  }
});

test('a service that is away is named, and so is an address that is missing', async (t) => {
  const both = [cipherOf(NEW, OLD)];
  const { env } = await services(t, { charge: both, refund: both, payout: both, webhooks: both, keys: both });
  const away = await ops(['secrets', 'list'], { ...env, REFUND_ADDRESS: '127.0.0.1:1' });
  t.deepEqual([away.code, away.err], [2, 'ops: refund at 127.0.0.1:1 cannot be reached or does not answer.\n']);
  const { WEBHOOKS_ADDRESS: _, ...without } = env;
  const missing = await ops(['secrets', 'list'], without);
  t.deepEqual(missing, { code: 2, out: '', err: 'ops: WEBHOOKS_ADDRESS is required\n' });
});
