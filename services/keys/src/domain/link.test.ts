import { addMillis, newId, Refusal } from '@gx/core';
import test from 'ava';
import { demandLink, type Link, type LinkKey, newLink } from './link.ts';
import { NEW, type User } from './user.ts';

const now = new Date('2026-11-21T10:00:00.000Z');
const sent = (kind: Link['kind']): Link => ({ ...newLink('a link', kind, now), hashes: ['an older mail', 'a mail'] });
const user: User = {
  ...NEW,
  ...{ id: newId('user'), accountId: newId('account'), createdAt: now },
  ...{ email: 'ana@example.com', name: 'Ana', role: 'viewer', status: 'invited', link: sent('invitation') },
};
const key: LinkKey = { kind: 'invitation', hash: 'a mail', now };
const DAY_MS = 86_400_000;

test('any secret that was mailed opens a link until its end: a week of an invitation, an hour of a reset', (t) => {
  for (const hash of ['a mail', 'an older mail']) t.is(demandLink(user, { ...key, hash }), user);
  t.is(demandLink(user, { ...key, now: addMillis(now, 7 * DAY_MS - 1) }), user);
  t.deepEqual(newLink('a link', 'password_reset', now).expiresAt, addMillis(now, 3_600_000));
});

const REFUSED: readonly [string, User | undefined, Partial<LinkKey>][] = [
  ['nobody’s', undefined, {}],
  ['of a secret that was not mailed', user, { hash: 'another mail' }],
  ['that has ended', user, { now: addMillis(now, 7 * DAY_MS) }],
  ['of another kind', user, { kind: 'password_reset' }],
  ['to an invitation of who has joined', { ...user, status: 'active' }, {}],
  [
    'to a reset of who is disabled',
    { ...user, status: 'disabled', link: sent('password_reset') },
    { kind: 'password_reset' },
  ],
];
for (const [what, whose, more] of REFUSED)
  test(`a link ${what} is refused like all others`, (t) => {
    const refusal = t.throws(() => demandLink(whose, { ...key, ...more }), { instanceOf: Refusal });
    t.like(refusal, { code: 'unprocessable_entity', more: { param: 'token' } });
    t.is(refusal.message, 'The link is wrong, was used already or has ended. Ask for a new one.');
  });
