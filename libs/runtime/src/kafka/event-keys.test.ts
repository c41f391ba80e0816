import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVENT_OWNERS, type EventOwner, parseSignature, type SignedParts } from '@gx/contracts';
import { TEST_VERIFICATION_KEYS as ALL, selfSigned, testSigningKey, until, verificationEntry } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { ConfigError, type Environment, readConfig } from '../config/config.ts';
import { EventKeys } from './event-keys.ts';
import { CONSUMER_SPEC, publisherSpec } from './event-keys-config.ts';

const MONEY = 'gx.charge.money.v1';
const PARTS: SignedParts = {
  topic: MONEY,
  key: Buffer.from('account'),
  type: 'charge.payment_accepted',
  eventId: 'evt_1',
  accountId: 'account',
  livemode: 'true',
  value: Buffer.from('value'),
};
const NOW = new Date('2026-11-29T12:00:00Z');

const consumer = (env: Environment = {}, now = () => NOW): EventKeys =>
  new EventKeys(
    readConfig({ ENVIRONMENT: 'local', KAFKA_BROKERS: 'k:1', EVENT_VERIFICATION_KEYS: ALL, ...env }, CONSUMER_SPEC),
    now,
  );
function publisher(owner: EventOwner, env: Environment = {}): EventKeys {
  const settings = {
    ENVIRONMENT: 'local',
    KAFKA_BROKERS: 'k:1',
    EVENT_VERIFICATION_KEYS: ALL,
    EVENT_SIGNING_KEY: testSigningKey(owner),
    ...env,
  };
  return new EventKeys(readConfig(settings, publisherSpec(owner)), () => NOW);
}
const refused = (t: ExecutionContext, env: Environment): string =>
  t.throws(() => readConfig({ ENVIRONMENT: 'local', KAFKA_BROKERS: 'k:1', ...env }, publisherSpec('charge')), {
    instanceOf: ConfigError,
  })?.message ?? '';

test('an event of its topic’s owner is believed by every reader', async (t) => {
  const signature = await publisher('charge').sign(PARTS);
  t.is(await consumer().refusalOf({ ...PARTS, signature }), undefined);
  t.is(await publisher('ledger').refusalOf({ ...PARTS, signature }), undefined);
});

test('nobody else’s event is believed, and neither is a part of one that was changed', async (t) => {
  const keys = consumer();
  const signature = await publisher('charge').sign(PARTS);
  t.is(await keys.refusalOf({ ...PARTS, signature: undefined }), 'it has no signature');
  t.is(await keys.refusalOf({ ...PARTS, signature: 'none' }), 'what stands for its signature is none');
  const changes: readonly Partial<SignedParts>[] = [
    { topic: 'gx.charge.events.v1' },
    { topic: `other.${MONEY}` },
    { key: Buffer.from('another') },
    { type: 'charge.payment_held' },
    { eventId: 'evt_2' },
    { accountId: 'another' },
    { livemode: 'false' },
    { value: Buffer.from('valuf') },
  ];
  for (const change of changes)
    t.is(await keys.refusalOf({ ...PARTS, ...change, signature }), 'its signature is of something else');
  const ofRefund = await publisher('refund').sign({ ...PARTS, topic: 'gx.refund.events.v1' });
  t.is(await keys.refusalOf({ ...PARTS, signature: ofRefund }), 'refund has signed it, and the topic is of charge');
  const unknown = `0123456789abcdef.${signature.split('.')[1]}`;
  t.is(await keys.refusalOf({ ...PARTS, signature: unknown }), 'nobody has the key 0123456789abcdef');
});

test('no service signs on a topic of another, and one that only reads signs nothing', async (t) => {
  await t.throwsAsync(publisher('refund').sign(PARTS), { message: /is no topic of ours/ });
  await t.throwsAsync(publisher('charge').sign({ ...PARTS, topic: 'else' }), { message: /is no topic of ours/ });
  await t.throwsAsync(consumer().sign(PARTS), { message: /is no topic of ours/ });
});

test('without keys, or with wrong ones, a service does not start and names the setting', (t) => {
  t.is(refused(t, {}), 'EVENT_VERIFICATION_KEYS is required; EVENT_SIGNING_KEY is required');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    .privateKey.export({ format: 'pem', type: 'pkcs8' })
    .toString();
  t.regex(
    refused(t, { EVENT_VERIFICATION_KEYS: ALL, EVENT_SIGNING_KEY: rsa }),
    /^EVENT_SIGNING_KEY must be an Ed25519/,
  );
  const other = refused(t, { EVENT_VERIFICATION_KEYS: ALL, EVENT_SIGNING_KEY: testSigningKey('refund') });
  t.is(other, 'EVENT_SIGNING_KEY is no key of charge in EVENT_VERIFICATION_KEYS');
  const list = (EVENT_VERIFICATION_KEYS: string): string =>
    refused(t, { EVENT_VERIFICATION_KEYS, EVENT_SIGNING_KEY: testSigningKey('charge') });
  const entry = (owner: EventOwner, key = testSigningKey(owner)): string => verificationEntry(owner, key);
  t.regex(list(''), /must hold a key of charge, refund, payout, ledger$/);
  t.regex(list(entry('charge')), /must hold a key of refund, payout, ledger$/);
  t.regex(list(`${ALL}${entry('charge').replace('charge', 'gateway')}`), /must hold owners .*; wrong: 5$/);
  t.regex(list(`${ALL} and more`), /must hold owners .*; wrong: 5$/);
  t.regex(
    list(`${ALL}${entry('refund', testSigningKey('charge'))}`),
    /must hold no key of two owners; refund has one of charge$/,
  );
  t.regex(list(`${ALL}charge\n${selfSigned('rsa').cert}`), /must hold Ed25519 keys; wrong: 5$/);
  t.false(list(`${ALL}${testSigningKey('charge')}`).includes('PRIVATE'), 'what stands there is not repeated');
});

test('a key is replaced in its files: others know the new one first, and the old one until it is removed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gx-event-keys-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const [list, own] = [join(folder, 'list'), join(folder, 'own')];
  const next = testSigningKey('the next of charge');
  const both = `${ALL}${verificationEntry('charge', next)}`;
  const without = EVENT_OWNERS.filter((owner) => owner !== 'charge').map((owner) =>
    verificationEntry(owner, testSigningKey(owner)),
  );
  writeFileSync(list, ALL);
  writeFileSync(own, testSigningKey('charge'));
  const files = { EVENT_VERIFICATION_KEYS: undefined, EVENT_VERIFICATION_KEYS_FILE: list };
  const keys = publisher('charge', { ...files, EVENT_SIGNING_KEY: undefined, EVENT_SIGNING_KEY_FILE: own });
  const reader = consumer(files);
  const before = await keys.sign(PARTS);

  writeFileSync(own, next);
  t.throws(() => keys.refresh(), { message: 'EVENT_SIGNING_KEY is no key of charge in EVENT_VERIFICATION_KEYS' });
  t.is(await keys.sign(PARTS), before, 'a key that nobody knows signs nothing');

  writeFileSync(list, both);
  keys.refresh();
  const after = await keys.sign(PARTS);
  t.not(parseSignature(after)?.keyId, parseSignature(before)?.keyId);
  reader.refresh();
  for (const signature of [before, after]) t.is(await reader.refusalOf({ ...PARTS, signature }), undefined);

  writeFileSync(list, [...without, verificationEntry('charge', next)].join(''));
  reader.refresh();
  t.regex((await reader.refusalOf({ ...PARTS, signature: before })) ?? '', /^nobody has the key [0-9a-f]{16}$/);
  t.is(await reader.refusalOf({ ...PARTS, signature: after }), undefined);

  writeFileSync(list, 'half a fi');
  t.throws(() => reader.refresh(), { message: /^EVENT_VERIFICATION_KEYS must hold owners/ });
  t.is(await reader.refusalOf({ ...PARTS, signature: after }), undefined, 'what was read last still holds');
});

test('a key that has just come is looked for in its file before its event is refused', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gx-event-keys-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const list = join(folder, 'list');
  writeFileSync(list, ALL);
  const reader = consumer({ EVENT_VERIFICATION_KEYS: undefined, EVENT_VERIFICATION_KEYS_FILE: list });
  const next = testSigningKey('the next of charge');
  const both = `${ALL}${verificationEntry('charge', next)}`;
  const signature = await publisher('charge', { EVENT_VERIFICATION_KEYS: both, EVENT_SIGNING_KEY: next }).sign(PARTS);
  const refusal = await reader.refusalOf({ ...PARTS, signature });
  t.regex(refusal ?? '', /^nobody has the key/);
  writeFileSync(list, both);
  await until('it is found', async () => (await reader.refusalOf({ ...PARTS, signature })) === undefined);
});

test('events without a signature are applied until the moment that was named, and a wrong signature never is', async (t) => {
  let now = NOW;
  const keys = consumer({ UNSIGNED_EVENTS_UNTIL: '2026-11-29T13:00:00Z' }, () => now);
  t.is(await keys.refusalOf({ ...PARTS, signature: undefined }), undefined);
  t.is(await keys.refusalOf({ ...PARTS, signature: '' }), 'what stands for its signature is none');
  now = new Date('2026-11-29T13:00:00Z');
  t.is(await keys.refusalOf({ ...PARTS, signature: undefined }), 'it has no signature');
  t.throws(() => consumer({ UNSIGNED_EVENTS_UNTIL: '2026-12-06T12:00:01Z' }), {
    instanceOf: ConfigError,
    message: 'UNSIGNED_EVENTS_UNTIL must be at most 7 days ahead',
  });
  t.throws(() => consumer({ UNSIGNED_EVENTS_UNTIL: '2026-11-29 13:00' }), {
    message: /^UNSIGNED_EVENTS_UNTIL must be an ISO 8601/,
  });
});

test('a certificate stands for the key in it', async (t) => {
  const { cert, key } = ED25519_CERTIFICATE;
  const listed = `${ALL}charge\n${cert}`;
  const signature = await publisher('charge', { EVENT_VERIFICATION_KEYS: listed, EVENT_SIGNING_KEY: key }).sign(PARTS);
  t.is(await consumer({ EVENT_VERIFICATION_KEYS: listed }).refusalOf({ ...PARTS, signature }), undefined);
});

/** Made by `openssl req -x509 -newkey ed25519 -nodes`; its dates are over, and nobody reads them. */
const ED25519_CERTIFICATE = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBNjCB6aADAgECAhR/cPl280mKFpAVjB5SRaEGe0HD0DAFBgMrZXAwETEPMA0G
A1UEAwwGY2hhcmdlMB4XDTI2MTEyOTE0NTk0MloXDTI2MTEzMDE0NTk0MlowETEP
MA0GA1UEAwwGY2hhcmdlMCowBQYDK2VwAyEAmhdxkRajQ5y2Ulc7sS8cQnFmQXUj
2SaUuK8H5uiYnxajUzBRMB0GA1UdDgQWBBS2XNzuBnLOLSNDdP/lshuzrUuKHDAf
BgNVHSMEGDAWgBS2XNzuBnLOLSNDdP/lshuzrUuKHDAPBgNVHRMBAf8EBTADAQH/
MAUGAytlcANBAJqTm9NVHO1fiPWxsMcYVvfWuhQ+IhAXrmtLDRdprrvdeEGJsBYP
ZEneFAO4jxSZrRYz7qz/VogVpXbq9QRKggY=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIKIS9fRDEEFmLyCDA9g6G9aVZWWDT93WK2OyA/Ac8c/v
-----END PRIVATE KEY-----
`,
} as const;
