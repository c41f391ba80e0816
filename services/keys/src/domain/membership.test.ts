import { newId, Refusal } from '@gx/core';
import test from 'ava';
import type { Act } from './audit.ts';
import { newLink } from './link.ts';
import { changeRole, checkRole, invite, inviteAgain } from './membership.ts';
import { disable, type User } from './user.ts';

const act: Act = { actorId: newId('user'), auditId: newId('audit'), now: new Date('2026-11-21T10:00:00.000Z') };
const link = newLink('a link', 'invitation', act.now);
const profile = { email: 'ana@example.com', role: 'finance', name: 'Ana', link } as const;
const { user: invited, audit } = invite(
  { ...profile, id: newId('user'), accountId: newId('account'), createdAt: act.now },
  act,
);
const active: User = { ...invited, status: 'active', passwordHash: 'a hash' };

test('an invited user has no password, and is recorded with the role and without name and address', (t) => {
  t.like(invited, { ...profile, status: 'invited', tokenGeneration: 0 });
  t.false('passwordHash' in invited);
  t.like(audit, { action: 'user.invited', actorId: act.actorId, userId: invited.id });
  t.deepEqual(audit.changes, [
    { field: 'role', after: 'finance' },
    { field: 'status', after: 'invited' },
  ]);
  t.notRegex(JSON.stringify(audit), /Ana|@/);
});

test('of an invitation that is taken away nothing personal is left', (t) => {
  const change = disable(invited, undefined, act);
  t.like(change, { user: { status: 'removed', email: '', name: '' }, audit: { action: 'user.removed' } });
});

test('a disabled user who is invited again is the same one; taken away again the user is disabled, with name and address', (t) => {
  const disabled = disable(active, undefined, act)?.user as User;
  const again = inviteAgain(disabled, { ...profile, role: 'viewer' }, act).user;
  t.like(again, { id: active.id, status: 'invited', role: 'viewer', tokenGeneration: 1 });
  t.like(disable(again, undefined, act)?.user, { status: 'disabled', email: profile.email, tokenGeneration: 2 });
});

for (const user of [active, invited])
  test(`a user who is ${user.status} cannot be invited`, (t) => {
    const refusal = t.throws(() => inviteAgain(user, profile, act), { instanceOf: Refusal });
    t.like(refusal, { code: 'unprocessable_entity', more: { param: 'email' } });
    t.notRegex(refusal.message, /@/);
  });

test('another role is recorded before and after, the same one changes nothing, and a disabled user has none to change', (t) => {
  const change = changeRole(active, 'viewer', undefined, act);
  t.is(change?.user.role, 'viewer');
  t.like(change?.audit, {
    action: 'user.role_changed',
    changes: [{ field: 'role', before: 'finance', after: 'viewer' }],
  });
  t.is(changeRole(active, 'finance', undefined, act), undefined);
  const disabled = disable(active, undefined, act)?.user as User;
  t.like(
    t.throws(() => changeRole(disabled, 'viewer', undefined, act)),
    { code: 'unprocessable_entity' },
  );
});

test('an active owner gets another role when the account has let go that very one, an invited owner without', (t) => {
  const owner: User = { ...active, role: 'owner' };
  for (const letGo of [undefined, { ...owner, version: 4 }])
    t.like(
      t.throws(() => changeRole(owner, 'viewer', letGo, act)),
      { code: 'service_unavailable' },
    );
  t.is(changeRole(owner, 'viewer', owner, act)?.user.role, 'viewer');
  t.is(changeRole({ ...invited, role: 'owner' }, 'viewer', undefined, act)?.user.role, 'viewer');
});

test('a role is one of four words', (t) => {
  t.is(checkRole('viewer'), 'viewer');
  for (const word of ['', 'Owner', 'admin', 'constructor'])
    t.like(
      t.throws(() => checkRole(word)),
      { code: 'invalid_request', more: { param: 'role' } },
    );
});
