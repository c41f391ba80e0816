import test from 'ava';
import { encryptionReport, encryptionText } from './encryption-report.ts';
import type { EncryptingService, WalkResult } from './walk-secrets.ts';

const walked = (
  service: EncryptingService,
  keys: readonly string[],
  counts: WalkResult['counts'] = [],
): WalkResult => ({
  service,
  encryptionKeyId: keys[0] ?? '',
  decryptionKeyIds: keys,
  counts,
  reencrypted: 0,
  unreadable: 0,
});
const count = (collection: string, keyId: string, values: number) => ({ collection, keyId, values });
const linesOf = (...all: readonly WalkResult[]): string[] =>
  encryptionText(encryptionReport(all)).trimEnd().split('\n');

test('a key is reported over all services: who encrypts and opens with it, and whether it must stay', (t) => {
  const lines = linesOf(
    walked('charge', ['new', 'old'], [count('bank_profiles', 'old', 1), count('bank_profiles', 'new', 2)]),
    walked('refund', ['new', 'old', 'spare']),
    walked('payout', ['new', 'old']),
    walked('webhooks', ['own'], [count('endpoints', 'own', 5)]),
  );
  t.deepEqual(lines, [
    'COLLECTION            KEY  VALUES',
    'charge.bank_profiles  old  1',
    'charge.bank_profiles  new  2',
    'webhooks.endpoints    own  5',
    '',
    'Key new: encrypts for charge, refund, payout, opens for charge, refund, payout; 2 values are under it.',
    'Key own: encrypts for webhooks, opens for webhooks; 5 values are under it.',
    'Key old: opens for charge, refund, payout; 1 value is under it, it must stay.',
    'Key spare: opens for refund; nothing is under it, nobody needs it.',
  ]);
});

test('a key that its owner, or refund or payout for the credentials of charge, does not have is a problem', (t) => {
  const problems = (...all: readonly WalkResult[]) => encryptionReport(all).problems;
  const stored = walked(
    'charge',
    ['new', 'old'],
    [count('bank_profiles', 'old', 1), count('provider_callbacks', 'old', 7)],
  );
  t.deepEqual(problems(stored, walked('refund', ['new']), walked('payout', ['old'])), [
    'refund does not open 1 of charge.bank_profiles: it has no key old.',
    'payout would not open what is encrypted next for charge.bank_profiles: it has no key new.',
  ]);
  t.deepEqual(problems(walked('charge', ['new']), walked('refund', ['old']), walked('payout', ['new'])), [
    'refund would not open what is encrypted next for charge.bank_profiles: it has no key new.',
  ]);
  t.deepEqual(problems(walked('webhooks', ['own'], [count('endpoints', 'lost', 2)])), [
    'webhooks does not open 2 of webhooks.endpoints: it has no key lost.',
  ]);
  t.deepEqual(problems({ ...walked('webhooks', ['own']), unreadable: 3 }), [
    'webhooks: 3 could not be opened, and stay as they are.',
  ]);
});

test('a key that nobody has any more is named with what is lost under it', (t) => {
  const lines = linesOf(walked('webhooks', ['own'], [count('endpoints', 'lost', 2)]));
  t.true(lines.includes('Key lost: nobody has it; 2 values are under it, it must stay.'));
});
