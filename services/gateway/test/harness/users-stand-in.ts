import type { SERVICES } from '@gx/contracts';
import type { AccountUser, ChangePasswordRequest, LoginRequest } from '@gx/contracts/keys';
import { emailKey, newId, notFound, Refusal } from '@gx/core';
import type { Handlers } from '@gx/runtime';

/** What is taken: in tests, and as the examples of the reference have it. */
const RIGHT: ReadonlySet<string> = new Set(['right', '$PASSWORD']);
const GOOD: ReadonlySet<string> = new Set(['good', '$INVITATION', '$PASSWORD_RESET']);

/** The side of keys on which users log in, change how, and are managed. */
export function usersSide() {
  const state = {
    /** Whose the login tokens are; a token that is not here is the first user's. */
    ids: new Map<string, string>(),
    /** The users of the account, whosever token asks. */
    users: [] as AccountUser[],
    passwordChanges: [] as ChangePasswordRequest[],
    /** Makes a user; answers the id. */
    add(): string {
      const user = invited({ email: `${newId('user')}@example.com`, role: 'viewer' });
      state.users.push(user);
      return user.id;
    },
    logins: [] as LoginRequest[],
    /** From where users logged in: e-mail and address. */
    addresses: new Set<string>(),
    /** Does something else than to compare the password. */
    beforeLogin: undefined as (() => void) | undefined,
    /** Addresses of those who used a link. */
    linkAddresses: [] as string[],
    /** E-mails for which another password was asked for. */
    resets: [] as string[],
    /** Tokens of users who were logged out everywhere. */
    loggedOut: [] as string[],
  };
  const opened = (token: string, clientAddress: string): object => {
    if (!GOOD.has(token)) throw new Refusal('unprocessable_entity', 'The link is wrong.', { param: 'token' });
    state.linkAddresses.push(clientAddress);
    return {};
  };
  const handlers: Partial<Handlers<typeof SERVICES.keys>> = {
    Login(_ctx, request) {
      const { email, password, clientAddress, strangersWaitSeconds: waitSeconds } = request;
      state.logins.push(request);
      const origin = `${emailKey(email)} ${clientAddress}`;
      if (waitSeconds !== undefined && !state.addresses.has(origin))
        throw new Refusal('rate_limited', 'Too many failed logins.', { retryAfterSeconds: waitSeconds });
      state.beforeLogin?.();
      if (!RIGHT.has(password)) throw new Refusal('unauthorized', 'Wrong e-mail or password.');
      state.addresses.add(origin);
      return {
        accessToken: 'header.claims.signature',
        expiresInSeconds: 3600,
        user: { id: newId('user'), email, name: 'Ana' },
        account: { id: newId('account'), name: 'Loja' },
      };
    },
    ChangePassword(_ctx, request) {
      state.passwordChanges.push(request);
      if (RIGHT.has(request.currentPassword)) return {};
      throw new Refusal('unprocessable_entity', 'The current password is wrong.', { param: 'currentPassword' });
    },
    RequestPasswordReset(_ctx, { email }) {
      state.resets.push(email);
      return {};
    },
    ResetPassword: (_ctx, { token, clientAddress }) => opened(token, clientAddress),
    AcceptInvitation: (_ctx, { token, clientAddress }) => opened(token, clientAddress),
    SetUpTotp: () => ({ secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', otpauthUrl: 'otpauth://totp/gx:ana' }),
    ConfirmTotp: () => ({}),
    RemoveTotp: () => ({}),
    LogoutAll(_ctx, { accessToken }) {
      state.loggedOut.push(accessToken);
      return {};
    },
  };
  return { handlers: { ...handlers, ...managed(state.users) }, state };
}

const invited = ({ email, role, name }: { email: string; role: string; name?: string | undefined }): AccountUser => ({
  ...{ id: newId('user'), accountId: newId('account'), status: 'invited', createdAtMs: 1_790_000_000_000 },
  ...{ email, role, name: name ?? email.slice(0, email.indexOf('@')) },
});

/** Users who are kept in a list. */
function managed(users: AccountUser[]): Partial<Handlers<typeof SERVICES.keys>> {
  const found = (id: string): AccountUser => {
    const user = users.find((one) => one.id === id);
    if (user === undefined) throw notFound('user');
    return user;
  };
  return {
    ListOwnUsers: () => ({ users }),
    InviteUser(_ctx, { email, role, name }) {
      if (users.some((one) => one.email === email))
        throw new Refusal('unprocessable_entity', 'email belongs to a user already.', { param: 'email' });
      const user = invited({ email, role, name });
      users.push(user);
      return user;
    },
    ChangeUserRole: (_ctx, { userId, role }) => Object.assign(found(userId), { role }),
    RemoveUser(_ctx, { userId }) {
      Object.assign(found(userId), { status: 'disabled' });
      return {};
    },
  };
}

type KeysHandlers = Partial<Handlers<typeof SERVICES.keys>>;
type CodedRequest = {
  readonly accessToken?: string;
  readonly email?: string;
  readonly totp?: string;
  readonly code?: string;
};

/** Calls that may come with a code of a second factor. */
const CODED: readonly (keyof KeysHandlers)[] = [
  ...(['Login', 'ConfirmTotp', 'RemoveTotp', 'IssueKey', 'RotateKey', 'RevokeKey'] as const),
  ...(['InviteUser', 'ChangeUserRole', 'RemoveUser'] as const),
];

/** Keeps with which code each of them came: by the login token, of a login by the e-mail. */
export function keepingCodes(handlers: KeysHandlers) {
  const codes = new Map<string, (string | undefined)[]>();
  const kept = (handle: unknown) => (ctx: unknown, request: CodedRequest) => {
    const who = request.accessToken ?? request.email ?? '';
    codes.set(who, [...(codes.get(who) ?? []), request.totp ?? request.code]);
    return (handle as (ctx: unknown, request: CodedRequest) => unknown)(ctx, request);
  };
  const coded = Object.fromEntries(CODED.map((rpc) => [rpc, kept(handlers[rpc])])) as KeysHandlers;
  return { handlers: { ...handlers, ...coded }, codesOf: (who: string) => codes.get(who) ?? [] };
}
