import test from 'ava';
import { moneyOutProfile, pixOutProfile, type StoredProfile } from './stored-profile.ts';

const STORED: StoredProfile = {
  id: 'bank',
  livemode: true,
  simulator: false,
  baseUrl: 'https://bank.example',
  basePath: '/v2',
  tokenPath: '/oauth/token',
  clientId: 'client',
  clientSecretKeyId: 'k',
  clientSecretCiphertext: 'secret',
  pixKey: 'key',
  payerQuery: true,
  certificateKey: null,
};
const CIPHER = {
  encrypt: (text: string) => ({ keyId: 'k', ciphertext: `${text}, encrypted` }),
  decrypt: ({ keyId, ciphertext }: { keyId: string; ciphertext: string }) => `${ciphertext} opened with ${keyId}`,
} as Parameters<typeof moneyOutProfile>[1];

test('a bank without a path sends nothing out; one that does not say more sends to keys', (t) => {
  t.is(pixOutProfile({}), null);
  t.is(pixOutProfile({ pixOutPath: null, pixOutDestinations: ['key'] }), null);
  t.deepEqual(pixOutProfile({ pixOutPath: '/gn/pix' }), {
    path: '/gn/pix',
    destinations: ['key'],
    keyOwnerPath: null,
    oneAtATime: false,
  });
});

test('what a bank says is what it does; a destination of a later version is left out', (t) => {
  const stored = {
    pixOutPath: '/gn/pix',
    pixOutDestinations: ['br_code', 'abroad', 'bank_account'],
    keyOwnerPath: '/gn/chaves/titular',
    pixOutOneAtATime: true,
  };
  t.deepEqual(pixOutProfile(stored), {
    path: '/gn/pix',
    destinations: ['br_code', 'bank_account'],
    keyOwnerPath: '/gn/chaves/titular',
    oneAtATime: true,
  });
});

test('a service that sends money out has the scopes for that alone, and the secrets opened', (t) => {
  const profile = moneyOutProfile({ ...STORED, pixOutPath: '/gn/pix' }, CIPHER);
  t.is(profile.scope, 'pix.write pix.read');
  t.is(profile.clientSecret, 'secret opened with k');
  t.is(profile.pixOut?.path, '/gn/pix');
  t.deepEqual(profile.dialect, { errors: [] });
  const local = { timeZone: 'America/Sao_Paulo', localMarkedUtc: true };
  const { dialect } = moneyOutProfile({ ...STORED, dialect: { ...local, errors: [] } }, CIPHER);
  t.deepEqual(dialect?.clock, { timeZone: 'America/Sao_Paulo', covers: 'all' });
  t.deepEqual([profile.receiptPath, profile.balancePath, profile.tls], [null, null, {}]);
  const tls = { certificate: 'ours', certificateKey: { keyId: 'c', ciphertext: 'key' }, bankAuthority: 'theirs' };
  t.deepEqual(moneyOutProfile({ ...STORED, ...tls }, CIPHER).tls, {
    cert: 'ours',
    key: 'key opened with c',
    ca: 'theirs',
  });
});
