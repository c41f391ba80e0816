import { newId } from '@gx/core';
import test from 'ava';
import { DOCUMENT, NOW, payoutOf } from '../../test/sample-payout.ts';
import { digestOf, isAsCreated } from './digest.ts';
import type { Payout } from './payout.ts';

/** Every field that was fixed when the payout was created, changed. */
const CHANGES: { readonly [field in keyof Payout]?: (payout: Payout) => unknown } = {
  id: () => newId('payout'),
  tenant: ({ tenant }) => ({ ...tenant, livemode: false }),
  idempotencyKey: () => 'another-key',
  requestHash: () => 'v1:other',
  amount: () => 1_001,
  currency: () => 'USD',
  fee: () => 0,
  providerFee: () => 0,
  shown: ({ shown }) => ({ ...shown, masked: '****' }),
  destinationIdentity: () => '0'.repeat(32),
  description: () => 'another',
  metadataJson: () => '{}',
  scheduledFor: () => NOW,
  allowDuplicate: () => true,
  approvalRequired: () => false,
  keyIssuerUserId: () => newId('user'),
  bank: ({ bank }) => ({ ...bank, profileId: 'another' }),
  createdAt: () => new Date(0),
};

test('a payout is as it was created, and as it was approved', (t) => {
  const payout = payoutOf({ approvalRequired: true });
  t.true(isAsCreated(payout));
  const decision = { verdict: 'approved' as const, userId: newId('user'), at: NOW, digest: payout.digest };
  t.true(isAsCreated({ ...payout, decision }));
  t.false(isAsCreated({ ...payout, decision: { ...decision, digest: 'of another' } }));
});

test('whatever field is changed, it is not as it was created', (t) => {
  const payout = payoutOf({ approvalRequired: true });
  for (const [field, change] of Object.entries(CHANGES))
    t.false(isAsCreated({ ...payout, [field]: change(payout) }), field);
  const { secrets } = payout;
  const others = [
    { ...secrets, body: '{"valor":"1000.00"}' },
    { ...secrets, salt: 'of another' },
    { ...secrets, expectedOwner: DOCUMENT },
    { ...secrets, destination: { kind: 'key' as const, type: 'email' as const, key: 'eva@example.com' } },
  ];
  for (const other of others) t.false(isAsCreated({ ...payout, secrets: other }));
});

test('a change of the digest too is found by the approval', (t) => {
  const payout = payoutOf({ approvalRequired: true });
  const decision = { verdict: 'approved' as const, userId: newId('user'), at: NOW, digest: payout.digest };
  const changed = { ...payout, decision, amount: 999_999 as Payout['amount'] };
  t.false(isAsCreated({ ...changed, digest: digestOf(changed) }));
});

test('every field of the terms is in the digest or is no part of what is agreed', (t) => {
  const { status: _s, version: _v, sequence: _q, work: _w, claimedAt: _c, decision: _d, ...rest } = payoutOf();
  const { releasedAt: _r, night: _n, finalStatus: _f, failureCode: _fc, endToEndId: _e, ...terms } = rest;
  const { paidAt: _p, returns: _re, lostAt: _l, cause: _ca, ...fixed } = terms;
  t.deepEqual(Object.keys(fixed).toSorted(), [...Object.keys(CHANGES), 'secrets', 'digest', 'traceparent'].toSorted());
});
