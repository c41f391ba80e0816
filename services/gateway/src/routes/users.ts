import type { AccountUser } from '@gx/contracts/keys';
import { type Id, isoMillis, sha256Hex, wireId } from '@gx/core';
import { user, userList } from '../contract/answers/user.ts';
import { created, ok } from '../edge/answer.ts';
import { route } from '../edge/route.ts';
import { acceptBody, inviteBody, roleBody } from '../input/user-body.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { PATH_IDS } from './path-ids.ts';

/** Of the people who log in to an account, for its owners (decisions, section 11). */
export const USERS = [
  route({
    at: 'GET /v1/users',
    auth: 'token',
    operation: 'listUsers',
    summary:
      'The account’s users, those who were invited or disabled too; at most 1,000, in the order of their making.',
    answers: { 200: userList },
    handle: async ({ keys }, { call, accessToken }) =>
      ok({ data: (await keys.listOwnUsers(call, { accessToken })).users.map(shown) }),
  }),
  route({
    at: 'POST /v1/users',
    auth: 'token',
    operation: 'inviteUser',
    summary: 'Invites somebody by e-mail, or a disabled user again.',
    body: inviteBody,
    example: { email: '$COLLEAGUE_EMAIL', role: 'finance', name: 'Rui Costa' },
    answers: { 201: user },
    errors: ['unprocessable_entity'],
    // Each is a mail to somebody who may never have asked for one.
    changes: 'users',
    guarded: true,
    handle: async ({ keys }, { call, address, accessToken, totp, body }) =>
      created(
        shown(await keys.inviteUser(call, omitUndefined({ accessToken, totp, clientAddress: address, ...body }))),
      ),
  }),
  route({
    at: 'POST /v1/auth/invitations/accept',
    auth: 'none',
    operation: 'acceptInvitation',
    summary: 'The invited user joins the account, with the token of the mailed link; it works once.',
    body: acceptBody,
    example: { token: '$INVITATION', name: 'Rui Costa', password: '$NEW_PASSWORD' },
    answers: { 204: null },
    errors: ['forbidden', 'unprocessable_entity'],
    handle: async ({ keys, admitAttempt }, { call, address, body }) => {
      await admitAttempt(sha256Hex(`links of ${address}`));
      await keys.acceptInvitation(call, { ...body, clientAddress: address });
      return { status: 204 };
    },
  }),
  route({
    at: 'PATCH /v1/users/:id',
    auth: 'token',
    operation: 'changeUserRole',
    summary: 'Another role, from the user’s next call on. An account keeps an active owner.',
    pathId: PATH_IDS.user,
    body: roleBody,
    example: { role: 'developer' },
    answers: { 200: user },
    errors: ['unprocessable_entity'],
    changes: 'users',
    guarded: true,
    handle: async ({ keys }, { call, address, accessToken, totp, id, body: { role } }) =>
      ok(
        shown(
          await keys.changeUserRole(
            call,
            omitUndefined({ accessToken, totp, clientAddress: address, userId: id, role }),
          ),
        ),
      ),
  }),
  route({
    at: 'DELETE /v1/users/:id',
    auth: 'token',
    operation: 'removeUser',
    summary:
      'Disables a user, whose tokens are worth nothing afterwards, or takes an invitation away. An account keeps an active owner.',
    pathId: PATH_IDS.user,
    answers: { 204: null },
    errors: ['unprocessable_entity'],
    guarded: true,
    handle: async ({ keys }, { call, address, accessToken, totp, id }) => {
      await keys.removeUser(call, omitUndefined({ accessToken, totp, clientAddress: address, userId: id }));
      return { status: 204 };
    },
  }),
];

const shown = ({ id, email, name, role, status, createdAtMs }: AccountUser) => ({
  id: wireId('user', id as Id<'user'>),
  email,
  name,
  role,
  status,
  createdAt: isoMillis(new Date(createdAtMs)),
});
