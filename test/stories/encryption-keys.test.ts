import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newCipher } from '@gx/runtime';
import { newSecrets, type Secrets, seedBankProfile } from '@gx/stack';
import { authenticatorApp, servers, startWebhookSink, until, verifyWebhook, type WebhookSink } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import mongoose from 'mongoose';
import { openColleague } from './colleagues.ts';
import { type Merchant, merchant, PATIENTLY } from './merchant.ts';
import { operator } from './operator.ts';
import { type Stack, startStack } from './stack.ts';

const ENCRYPTING_SERVICES = ['charge', 'refund', 'payout', 'webhooks', 'keys'] as const;
const CPF = '52998224725';
const PAYER_LOCK = { customer: { name: 'Ana' }, expected_payer_tax_id: CPF };
const [SUBSCRIBED, OWN] = ['/subscribed', '/own'] as const;

type Rotation = {
  readonly t: ExecutionContext;
  readonly stack: Stack;
  readonly secrets: Secrets;
  readonly shop: Merchant;
  readonly sink: WebhookSink;
  /** Writes the settings that the services read at their next start. */
  readonly set: (encryption: string, opening: readonly string[]) => Promise<void>;
  readonly endpointSecret: string;
  readonly accountSecret: string;
};

/**
 * What merchants, payers and banks do under any encryption key: a locked sale whose payer only the encrypted
 * callback names, its signed webhook, a refund.
 */
async function trade({
  t,
  shop,
  sink,
  endpointSecret,
  accountSecret,
}: Rotation): Promise<{ id: string; refund: string }> {
  const { status, body } = await shop.create({ amount: 1_000, ...PAYER_LOCK });
  t.is(status, 201, JSON.stringify(body));
  t.is((await shop.payWith(body.id, CPF, 'notification')).status, 202);
  await shop.untilStatus(body.id, 'paid', PATIENTLY.timeoutMs);
  const webhookOf = (path: string, id: string) =>
    until(
      `${path} has a webhook of ${id}`,
      () => sink.requests(path).find((request) => request.body.includes(id)),
      PATIENTLY,
    );
  t.truthy(
    verifyWebhook(await webhookOf(SUBSCRIBED, body.id), endpointSecret),
    'signed with the secret of the endpoint',
  );
  const own = { paymentMethods: ['PIX'], idempotencyKey: randomUUID(), amount: 100, webhookUrl: sink.url(OWN) };
  const { body: payment } = await shop.send('POST', '/v1/payments', { body: own });
  const atOwn = await webhookOf(OWN, String(payment['id']));
  if (accountSecret !== '') t.truthy(verifyWebhook(atOwn, accountSecret), 'signed with the secret of the account');
  const ordered = await shop.refund(body.id, { amount: 300 });
  t.is(ordered.status, 201, JSON.stringify(ordered.body));
  const refund = String(ordered.body.id);
  await shop.untilRefund(body.id, refund, 'REFUNDED');
  return { id: body.id, refund };
}

/**
 * A new user of the first account puts a second factor in force: its secret is read again to check the code.
 */
async function useSecondFactor({ t, stack }: Pick<Rotation, 't' | 'stack'>): Promise<() => Promise<void>> {
  const user = await openColleague(stack, stack.accounts[0]?.accountId ?? '', 'owner');
  const client = merchant(stack.gateway, '', { patient: true });
  const headers = { authorization: `Bearer ${user.accessToken}` };
  const { body } = await client.send('POST', '/v1/auth/totp', { headers });
  const app = authenticatorApp(String(body['secret']));
  const confirmed = await client.send('POST', '/v1/auth/totp/confirm', {
    headers,
    body: { code: app.code(new Date()) },
  });
  t.is(confirmed.status, 204, JSON.stringify(confirmed.body));
  const { email, password } = user;
  return async () => {
    const { status } = await client.send('POST', '/v1/auth/login', {
      body: { email, password, totp: app.code(new Date(), 1) },
    });
    t.is(status, 200, 'the second factor opens');
  };
}

/** Restarts these services as a rollout does, one replica after the other, and trades in between. */
async function roll(rotation: Rotation, ...services: readonly (typeof ENCRYPTING_SERVICES)[number][]): Promise<void> {
  const { handles } = rotation.stack;
  for (const replica of [0, 1]) {
    await Promise.all(services.map((service) => handles[service][replica]?.restart()));
    await trade(rotation);
    await (await useSecondFactor(rotation))();
  }
}

async function start(t: ExecutionContext, secrets: Secrets): Promise<Rotation> {
  const folder = await mkdtemp(join(tmpdir(), 'gx-encryption-'));
  const files = { ENCRYPTION_KEY: join(folder, 'encryption'), DECRYPTION_KEYS: join(folder, 'opening') };
  const set: Rotation['set'] = async (encryption, opening) => {
    await writeFile(files.ENCRYPTION_KEY, `${encryption}\n`);
    await writeFile(files.DECRYPTION_KEYS, `${opening.join(',')}\n`);
  };
  await set(secrets.secretsKey, []);
  const fromFiles = {
    ENCRYPTION_KEY: undefined,
    ENCRYPTION_KEY_FILE: files.ENCRYPTION_KEY,
    DECRYPTION_KEYS_FILE: files.DECRYPTION_KEYS,
  };
  const [stack, sink] = await Promise.all([
    startStack({
      secrets,
      replicas: { charge: 2, refund: 2, payout: 2, webhooks: 2, keys: 2 },
      overrides: { charge: fromFiles, refund: fromFiles, payout: fromFiles, webhooks: fromFiles, keys: fromFiles },
    }),
    startWebhookSink(),
  ]);
  t.teardown(async () => {
    await Promise.all([stack.stop(), sink.stop()]);
    await rm(folder, { recursive: true, force: true });
  });
  const shop = merchant(stack.gateway, stack.accounts[0]?.testKey ?? '', { patient: true });
  const registered = await shop.send('POST', '/v1/webhooks/endpoints', {
    body: { url: sink.url(SUBSCRIBED), events: ['charge.paid'] },
  });
  const rotation = { t, stack, secrets, shop, sink, set, endpointSecret: String(registered.body['secret']) };
  // Nobody has seen the secret that the account got: from here on it is this one.
  await trade({ ...rotation, accountSecret: '' });
  const { body } = await shop.send('POST', '/v1/webhooks/endpoints/default/rotate-secret');
  return { ...rotation, accountSecret: String(body['secret']) };
}

/** What is said of persons is under keys of the persons, which are under the service’s. */
const UNDER_PERSONS: ReadonlySet<string> = new Set(['personalData', 'paidBy', 'payee', 'ofPerson']);

/** What is encrypted under which key, as it stands in the databases. */
async function underKeys({ namespace }: Stack): Promise<Record<string, number>> {
  const client = await new mongoose.mongo.MongoClient(servers().mongoUrl).connect();
  const counts: Record<string, number> = {};
  try {
    for (const service of ENCRYPTING_SERVICES) {
      for (const { name } of await client.db(`${namespace}gx_${service}`).listCollections().toArray()) {
        for await (const document of client.db(`${namespace}gx_${service}`).collection(name).find()) {
          const rest = Object.entries(document).filter(([field]) => !UNDER_PERSONS.has(field));
          const ids = [...JSON.stringify(rest).matchAll(/"keyId":"([0-9a-f]{16})"/g)].map((match) => match[1] ?? '');
          for (const id of ids) counts[id] = (counts[id] ?? 0) + 1;
        }
      }
    }
  } finally {
    await client.close();
  }
  return counts;
}

test('ENCRYPTION_KEY is replaced in place: at every step of every rollout banks are called, refunds go and webhooks are signed, and at the end nothing is under the old key', async (t) => {
  t.timeout(600_000);
  const secrets = newSecrets();
  const [OLD, NEW] = [secrets.secretsKey, randomBytes(32).toString('base64')];
  const [oldId, newId] = [OLD, NEW].map((key) => newCipher(Buffer.from(key, 'base64')).encryptionKeyId) as [
    string,
    string,
  ];
  const rotation = await start(t, secrets);
  const { stack, shop, set } = rotation;
  const output: string[] = [];
  const ops = async (code: number, ...args: readonly string[]): Promise<string> => {
    const outcome = await operator(stack, 'secrets', ...args);
    output.push(outcome.out, outcome.err);
    t.is(outcome.code, code, outcome.out + outcome.err);
    return outcome.out.replaceAll(oldId, 'OLD').replaceAll(newId, 'NEW');
  };
  const all = 'charge, refund, payout, webhooks, keys';
  const first = await trade(rotation);
  const repeated = [{ amount: 700, ...PAYER_LOCK }, randomUUID()] as const;
  const { body: created } = await shop.create(...repeated);
  const logIn = await useSecondFactor(rotation);
  t.regex(
    await ops(0, 'list'),
    new RegExp(
      `^charge.bank_profiles +OLD {2}1\\n[^]*\\n\\nKey OLD: encrypts for ${all}, opens for ${all}; \\d+ values are under it.\\n$`,
      'm',
    ),
  );

  // 1. Everybody learns the new key.
  await set(OLD, [NEW]);
  await roll(rotation, ...ENCRYPTING_SERVICES);
  t.true((await ops(0, 'list')).includes(`Key NEW: opens for ${all}; nothing is under it, nobody needs it.\n`));

  // 2. Everybody encrypts with it. Charge is first on purpose: refund has to open what it encrypts from the
  // first moment on.
  await set(NEW, [OLD]);
  await stack.handles.charge[0]?.restart();
  await until(
    'a walk that meets both kinds of replicas is broken off',
    async () => {
      const { code, err } = await operator(stack, 'secrets', 'reencrypt');
      return (
        code === 2 &&
        err === 'ops: The replicas of charge have different keys: wait until its rollout has ended, then again.\n'
      );
    },
    PATIENTLY,
  );
  await stack.handles.charge[1]?.restart();
  await seedBankProfile({ ...stack, simulator: stack.bank.url }, secrets);
  await trade(rotation);
  await roll(rotation, 'refund', 'payout', 'webhooks', 'keys');
  t.regex(await ops(0, 'list'), new RegExp(`\\nKey OLD: opens for ${all}; \\d+ values are under it, it must stay.\\n`));

  // 3. What is stored is encrypted again, beside writers and twice at once.
  const [one, other] = await Promise.all([ops(0, 'reencrypt'), ops(0, 'reencrypt'), trade(rotation)]);
  for (const reencrypted of [one, other])
    t.regex(
      reencrypted,
      /^charge: \d+ encrypted again under NEW\.\nrefund: \d+ encrypted again under NEW\.\npayout: \d+ encrypted again under NEW\.\nwebhooks: \d+ encrypted again under NEW\.\nkeys: \d+ encrypted again under NEW\.\n\nCOLLECTION /,
    );
  t.regex(`${one}${other}`, /keys: [1-9]\d* encrypted again under NEW/, 'one of both found those of keys');
  t.regex(
    await ops(0, 'reencrypt'),
    /^charge: 0 encrypted again under NEW\.\nrefund: 0 encrypted again under NEW\.\npayout: 0 encrypted again under NEW\.\nwebhooks: 0 encrypted/,
  );
  const list = await ops(0, 'list');
  t.true(list.includes(`Key OLD: opens for ${all}; nothing is under it, nobody needs it.\n`));
  t.deepEqual(Object.keys(await underKeys(stack)), [newId]);

  // 4. The old key is taken out of the settings.
  await set(NEW, []);
  await roll(rotation, ...ENCRYPTING_SERVICES);
  t.false((await ops(0, 'list')).includes('OLD'));
  t.deepEqual(Object.keys(await underKeys(stack)), [newId]);
  t.is((await shop.refunds(first.id))[0]?.id, first.refund, 'what was encrypted under the old key is read');
  const again = await shop.create(...repeated);
  t.like(again, { status: 201, body: { id: created.id } }, 'a request is known again that came under the old key');
  await logIn();

  t.deepEqual(
    stack.lines.filter((line) => line.includes('secret_unreadable')),
    [],
  );
  const bare = [OLD, NEW].map((key) => key.replace(/=+$/, ''));
  t.deepEqual(
    [...stack.lines, ...output].filter((line) => bare.some((key) => line.includes(key))),
    [],
  );
  t.log(`${Object.values(await underKeys(stack)).reduce((sum, count) => sum + count, 0)} values under the new key`);
});
