import { newId, Refusal, sha256Hex } from '@gx/core';
import test from 'ava';
import { checkLabel, cleartextOf, issue, LABEL_MAX, type NewKey, revoke, rotate } from './api-key.ts';
import { type Act, OPS } from './audit.ts';

const random = 'abcdefghijklmnopqrstuvwxyz012345';
const act: Act = { actorId: newId('user'), auditId: newId('audit'), now: new Date('2026-11-21T10:00:00.000Z') };
const owner = { id: 'slot', accountId: newId('account'), livemode: true };
const key: NewKey = { id: newId('apiKey'), random, label: 'till 1' };
const { slot } = issue(owner, key, act);

test('a key names its environment', (t) => {
  t.is(cleartextOf(true, random), `gx_live_${random}`);
  t.is(cleartextOf(false, random), `gx_test_${random}`);
});

test('of a key only its SHA-256 and its first 12 characters are kept', (t) => {
  t.is(slot.live.fingerprint, sha256Hex(`gx_live_${random}`));
  t.is(slot.live.prefix, 'gx_live_abcd');
  t.false(JSON.stringify(slot).includes(random));
});

test('issuing is recorded with who, which key and when', (t) => {
  const { audit } = issue(owner, key, act);
  t.deepEqual(audit, {
    id: act.auditId,
    accountId: owner.accountId,
    livemode: true,
    action: 'api_key.issued',
    actorId: act.actorId,
    keyId: key.id,
    fingerprint: slot.live.fingerprint,
    at: act.now,
  });
});

test('rotating gives a new id and fingerprint, keeps the environment and the label, where no other is given', (t) => {
  const successor = { id: newId('apiKey'), random: random.toUpperCase() };
  const { live, audit } = rotate(slot, successor, act);
  t.like(live, { id: successor.id, label: 'till 1', prefix: 'gx_live_ABCD' });
  t.like(audit, {
    action: 'api_key.rotated',
    keyId: key.id,
    fingerprint: slot.live.fingerprint,
    successor: { keyId: successor.id, fingerprint: sha256Hex(cleartextOf(true, successor.random)) },
  });
  t.is(rotate(slot, { ...successor, label: 'till 2' }, act).live?.label, 'till 2');
});

test('revoking leaves nothing live and is recorded with the fingerprint', (t) => {
  const { live, audit } = revoke(slot, act);
  t.is(live, null);
  t.like(audit, { action: 'api_key.revoked', actorId: act.actorId, fingerprint: slot.live.fingerprint });
});

test('a revocation without a user is recorded as the operators’ program’s', (t) => {
  t.like(revoke(slot, { ...act, actorId: OPS }).audit, { action: 'api_key.revoked', actorId: 'ops', keyId: key.id });
});

test('a label has at most 64 characters, counted as people count them', (t) => {
  t.is(checkLabel(undefined), undefined);
  t.is(checkLabel('😀'.repeat(LABEL_MAX)), '😀'.repeat(LABEL_MAX));
  const refusal = t.throws(() => checkLabel('x'.repeat(LABEL_MAX + 1)), { instanceOf: Refusal });
  t.is(refusal.code, 'invalid_request');
  t.is(refusal.more.param, 'label');
});
