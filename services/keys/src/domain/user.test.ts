import { newId, Refusal } from '@gx/core';
import test from 'ava';
import { type Act, OPS } from './audit.ts';
import { add, checkNewUser, disable, hasOtherOwner, letInAgain, ownerKey, type User } from './user.ts';

const act: Act = { actorId: OPS, auditId: newId('audit'), now: new Date('2026-11-21T10:00:00.000Z'), operator: 'Rui' };
const profile = { email: 'ana@example.com', role: 'owner', name: 'Ana', passwordHash: 'a hash' } as const;
const { user, audit } = add({ ...profile, id: newId('user'), accountId: newId('account'), createdAt: act.now }, act);

test('a new user is active, and recorded with the role and without name, address and password', (t) => {
  t.like(user, { ...profile, status: 'active', tokenGeneration: 0, version: 0 });
  t.deepEqual(audit, {
    id: act.auditId,
    accountId: user.accountId,
    livemode: true,
    action: 'user.added',
    actorId: 'ops',
    operator: 'Rui',
    userId: user.id,
    changes: [
      { field: 'role', after: 'owner' },
      { field: 'status', after: 'active' },
    ],
    at: act.now,
  });
});

test('without a name a user has that of the address', (t) => {
  t.is(checkNewUser({ email: ' rui.costa@example.com ', role: 'viewer', name: undefined }).name, 'rui.costa');
  t.is(checkNewUser({ email: 'rui@example.com', role: 'viewer', name: ' Rui ' }).name, 'Rui');
});

test('every problem of a new user is named at once, and no address is repeated', (t) => {
  const refusal = t.throws(() => checkNewUser({ email: 'canary', role: 'admin', name: ' ' }), { instanceOf: Refusal });
  t.is(refusal.code, 'invalid_request');
  t.deepEqual(
    refusal.more.details?.map(({ param }) => param),
    ['email', 'role', 'name'],
  );
  t.notRegex(refusal.message, /canary/);
});

test('a disabled user keeps no password and begins a new generation of tokens; the second time changes nothing', (t) => {
  const change = disable(user, user, act);
  t.like(change?.user, { status: 'disabled', tokenGeneration: 1, role: 'owner' });
  t.false('passwordHash' in (change?.user ?? {}));
  t.deepEqual(change?.audit.changes, [{ field: 'status', before: 'active', after: 'disabled' }]);
  t.is(disable(change?.user as User, user, act), undefined);
});

test('an account has another owner in who is active and not leaving', (t) => {
  const other: User = { ...user, id: newId('user') };
  t.true(hasOtherOwner(user, [user, other], []));
  t.false(hasOtherOwner(user, [user], []));
  t.false(hasOtherOwner(user, [user, other], [ownerKey(other)]));
  t.true(hasOtherOwner(user, [user, { ...other, version: 1 }], [ownerKey(other)]), 'who was changed since');
});

test('an active owner is disabled when the account has let go that very one, and another user without', (t) => {
  for (const letGo of [undefined, { ...user, version: 4 }, { ...user, id: newId('user') }])
    t.like(
      t.throws(() => disable(user, letGo, act)),
      { code: 'service_unavailable' },
    );
  t.is(disable({ ...user, role: 'finance' }, undefined, act)?.user.status, 'disabled');
});

test('a disabled user who is let in again is the same one, in a generation without the tokens of before', (t) => {
  const disabled = disable(user, user, act)?.user as User;
  const again = letInAgain(disabled, { ...profile, role: 'viewer', passwordHash: 'another' }, act);
  t.like(again.user, { id: user.id, status: 'active', role: 'viewer', passwordHash: 'another', tokenGeneration: 1 });
  t.deepEqual(again.audit.changes, [
    { field: 'role', before: 'owner', after: 'viewer' },
    { field: 'status', before: 'disabled', after: 'active' },
  ]);
  t.like(
    t.throws(() => letInAgain(user, profile, act)),
    { code: 'invalid_request' },
  );
});
