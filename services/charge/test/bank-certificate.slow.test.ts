import { Refusal } from '@gx/core';
import { newCipher, startTelemetry } from '@gx/runtime';
import { authority, captureOtlp, openBankProxy, selfSigned, until } from '@gx/testkit';
import test from 'ava';
import { asking, reads } from './order-rig.ts';
import { CALL, created, event, newTenant, order, pay, type Rpc, startRig } from './rig.ts';

const [OLD, NEW] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
const [OLD_TEXT, NEW_TEXT] = [OLD.toString('base64'), NEW.toString('base64')];
const DAY = 24;

const otlp = await captureOtlp();
const telemetry = await startTelemetry('charge', otlp.endpoint);
const rig = await startRig({ ENCRYPTION_KEY: OLD_TEXT });
const ca = authority('Banco de Teste');
const us = ca.issue('us', { hours: 90 * DAY });
const door = await openBankProxy(rig.simulator.url, ca.cert);
test.after.always('everything stops', async () => {
  await rig.stop();
  await door.stop();
  await telemetry.stop();
  otlp.stop();
});

type Profile = Parameters<Rpc['setBankProfile']>[1];
/** A bank behind mutual TLS whose authority nobody else trusts; what it is shown comes on top. */
const guarded = (more: Profile = {}): Profile => ({
  ...rig.profile,
  id: 'mutual',
  baseUrl: door.url,
  acquirerPath: '/acquirer/v1',
  bankAuthority: door.bank.cert,
  ...more,
});
const shown = { certificate: `${us.cert}${ca.cert}`, certificateKey: us.key };
const documentOf = (_id: string) => rig.database.connection.collection('bank_profiles').findOne({ _id: _id as never });
const secretsOf = (key: string): string[] => key.split('\n').filter((line) => line.length > 20 && !line.includes('-'));
/** What travels beside events. */
const headers: unknown[] = [];
const expiryOfOurs = async (): Promise<number | undefined> => {
  const line = /^gx_bank_certificate_expires_at\{gx_bank_profile="mutual",gx_certificate_of="us"\} (\S+)$/m;
  const [, at] = line.exec(await telemetry.metrics()) ?? [];
  return at === undefined ? undefined : Number(at);
};
const refusalOf = async (result: Promise<unknown>): Promise<Refusal | undefined> =>
  result.then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? error : undefined),
  );

test.serial(
  'a bank that demands a certificate turns away a profile without one, and no charge is made there',
  async (t) => {
    const set = await refusalOf(rig.rpc.setBankProfile(CALL, guarded()));
    t.is(set?.code, 'service_unavailable');
    t.regex(set?.message ?? '', /the bank has not confirmed/);
    const refusal = await refusalOf(rig.rpc.createCharge(CALL, order(newTenant())));
    t.is(refusal?.code, 'service_unavailable');
    t.true(door.refused() > 0);
    t.deepEqual(door.admitted, []);
  },
);

test.serial(
  'it is reached with the certificate of the profile: for its token and callbacks, for charges, payments and orders',
  async (t) => {
    await rig.rpc.setBankProfile(CALL, guarded(shown));
    const charge = await created(rig);
    t.is((await rig.rpc.getCharge(CALL, { tenant: charge.tenant, id: charge.id })).status, 'WAITING_PAYMENT');
    await pay(rig, charge);
    await event(rig, charge.id, 'charge.payment_accepted');
    headers.push(rig.ledger.headers(charge.id, 'charge.payment_accepted'));
    const tenant = newTenant();
    const { charge: boleto } = await rig.rpc.createCharge(CALL, asking('BOLETO', {}, tenant));
    await reads(rig, { tenant, id: boleto?.id ?? '' }, 'WAITING_PAYMENT');
    t.deepEqual(new Set(door.admitted), new Set(['us']));
  },
);

test.serial('its days left are in the check of the profile and in the metric', async (t) => {
  const { checks } = await rig.rpc.checkBankProfile(CALL, { id: 'mutual' });
  const ours = checks.find(({ name }) => name === 'our certificate');
  t.like(ours, { result: 'passed', detail: 'valid for 89 more days' });
  t.is(checks.find(({ name }) => name === 'token')?.result, 'passed');
  t.true(Math.abs(((await expiryOfOurs()) ?? 0) - Date.now() / 1_000 - 90 * 86_400) < 120);
});

test.serial('what cannot be used is refused by the name of its field, and the profile stays as it was', async (t) => {
  const before = await documentOf('mutual');
  const other = ca.issue('other');
  const cases: readonly [string, Profile, RegExp][] = [
    ['certificate', { certificate: 'garbage' }, /not made of certificates in PEM/],
    ['certificate', { certificate: '' }, /not made of certificates in PEM/],
    ['certificate', expired(), /has expired: it ended at/],
    ['certificate', { certificate: us.cert + us.key }, /holds a private key/],
    ['certificate_key', { certificateKey: other.key }, /does not belong to the certificate/],
    ['certificate_key', { certificateKey: 'garbage' }, /not one in PEM/],
    ['bank_authority', { bankAuthority: 'garbage' }, /^The bank’s authority/],
    ['bank_authority', { bankAuthority: selfSigned('old', -1).cert }, /has expired/],
    ['base_url', { baseUrl: rig.toBank.url }, /https/],
    ...['/api', '/?a=b', '/#a'].map((more): [string, Profile, RegExp] => [
      'base_url',
      { baseUrl: `${door.url}${more}` },
      /^Scheme, host and port only/,
    ]),
    ['base_url', { baseUrl: door.url.replace('://', '://user:word@') }, /^Scheme, host and port only/],
    ['provider_fee_basis_points', { providerFeeBasisPoints: -1 }, /0 to 10,000/],
    ['provider_fee_basis_points', { providerFeeBasisPoints: 10_001 }, /0 to 10,000/],
  ];
  for (const [param, change, says] of cases) {
    const refusal = await refusalOf(rig.rpc.setBankProfile(CALL, guarded({ ...shown, ...change })));
    t.deepEqual([refusal?.code, refusal?.more.param], ['invalid_request', param]);
    t.regex(refusal?.message ?? '', says);
  }
  const { certificateKey } = shown;
  const half = await refusalOf(rig.rpc.setBankProfile(CALL, guarded({ certificateKey })));
  t.is(half?.more.param, 'certificate');
  const otherHalf = await refusalOf(rig.rpc.setBankProfile(CALL, guarded({ certificate: us.cert })));
  t.is(otherHalf?.more.param, 'certificate_key');
  t.deepEqual(await documentOf('mutual'), before);
});

function expired(): Profile {
  const { cert, key } = ca.issue('us', { fromHours: -2, hours: -1 });
  return { certificate: cert, certificateKey: key };
}

test.serial(
  'the key is encrypted in the database and on the way to refund, and survives a replaced ENCRYPTION_KEY',
  async (t) => {
    const stored = await documentOf('mutual');
    const listed = await rig.rpc.listBankProfiles(CALL, {});
    const [mutual] = listed.profiles;
    t.is(stored?.['certificateKey'].keyId, newCipher(OLD).encryptionKeyId);
    t.is(mutual?.certificate, shown.certificate);
    t.is(newCipher(OLD).decrypt(mutual?.certificateKey ?? { keyId: '', ciphertext: '' }), us.key);
    for (const line of secretsOf(us.key)) t.false(JSON.stringify([stored, listed]).includes(line));

    const both = await rig.replica({ ENCRYPTION_KEY: NEW_TEXT, DECRYPTION_KEYS: OLD_TEXT });
    let after: string | undefined;
    do {
      const step = await both.rpc.reencryptSecrets(CALL, after === undefined ? {} : { after });
      t.is(step.unreadable, 0);
      after = step.next;
    } while (after !== undefined);
    await both.stop();
    const again = await documentOf('mutual');
    t.is(again?.['certificateKey'].keyId, newCipher(NEW).encryptionKeyId);
    t.is(again?.['version'], stored?.['version']);
    const alone = await rig.replica({ ENCRYPTION_KEY: NEW_TEXT });
    const before = door.admitted.length;
    t.is((await alone.rpc.createCharge(CALL, order(newTenant()))).charge?.status, 'WAITING_PAYMENT');
    t.true(door.admitted.length > before);
    await alone.stop();
  },
);

test.serial(
  'a set replaces all of a profile: without a certificate none is shown any more, and its metric ends',
  async (t) => {
    const before = door.refused();
    t.is((await refusalOf(rig.rpc.setBankProfile(CALL, guarded())))?.code, 'service_unavailable');
    t.like(await documentOf('mutual'), { certificate: null, certificateKey: null, bankAuthority: door.bank.cert });
    t.is((await refusalOf(rig.rpc.createCharge(CALL, order(newTenant()))))?.code, 'service_unavailable');
    t.true(door.refused() > before);
    t.true(Number.isNaN(await expiryOfOurs()));

    const next = ca.issue('us, renewed', { hours: 365 * DAY });
    await rig.rpc.setBankProfile(CALL, guarded({ certificate: next.cert, certificateKey: next.key }));
    await created(rig);
    t.true(door.admitted.includes('us, renewed'));
    t.true(((await expiryOfOurs()) ?? 0) > Date.now() / 1_000 + 364 * 86_400);
  },
);

test.serial('nothing of a private key is in a log, a span or a header', async (t) => {
  await until('the last span', () => otlp.spans.some(({ name }) => name === 'SetBankProfile'));
  const sinks = { spans: otlp.raw.join(), logs: rig.lines().join(), headers: JSON.stringify(headers) };
  for (const [sink, text] of Object.entries(sinks)) {
    t.true(text.length > 0, sink);
    t.false(text.includes('PRIVATE KEY'), sink);
    for (const line of [...secretsOf(us.key), rig.bank.clientSecret]) t.false(text.includes(line), sink);
  }
});
