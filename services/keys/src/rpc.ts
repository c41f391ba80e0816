import type { SERVICES } from '@gx/contracts';
import type { CreateAccountRequest, ReadTokenRequest, ResolvedKey, TokenOwner } from '@gx/contracts/keys';
import { invariant, notFound, Refusal } from '@gx/core';
import type { CallContext, Handlers } from '@gx/runtime';
import { authenticate, authorize } from './commands/authenticate.ts';
import { authorizeAct } from './commands/authorize-act.ts';
import { createAccount } from './commands/create-account.ts';
import { logIn } from './commands/log-in.ts';
import type { Deps } from './deps.ts';
import type { NewAccount } from './domain/account.ts';
import { isFingerprint } from './domain/api-key.ts';
import type { Caller } from './domain/caller.ts';
import { isRight, type Right } from './domain/rights.ts';
import { keyHandlers } from './rpc/keys.ts';
import { logHandlers } from './rpc/logs.ts';
import { operatorHandlers } from './rpc/operators.ts';
import { ownUserHandlers } from './rpc/own-users.ts';
import { passwordHandlers } from './rpc/passwords.ts';
import { settingsHandlers, settingsMessage } from './rpc/settings.ts';
import { stateHandlers } from './rpc/states.ts';
import { totpHandlers } from './rpc/totp.ts';
import { userHandlers } from './rpc/users.ts';

/**
 * The RPCs of gx.keys.v1: proto to domain and back, one entry each. Ids cross raw; the edge adds their
 * prefixes.
 */
export function keysHandlers(deps: Deps): Handlers<typeof SERVICES.keys> {
  const caller = (ctx: CallContext, { accessToken }: { readonly accessToken: string }, right: Right): Promise<Caller> =>
    authorize(deps, ctx.now, { accessToken, right });

  return {
    CreateAccount: async (ctx, request) => {
      const { account, userId } = await createAccount(deps, ctx.now, newAccountOf(request));
      return { accountId: account.id, userId, settings: settingsMessage(deps, account, 'live') };
    },

    Login: async (ctx, request) => {
      const { token, expiresInSeconds, user, account } = await logIn(deps, ctx.now, request);
      return {
        accessToken: token,
        expiresInSeconds,
        user: { id: user.id, email: user.email, name: user.name },
        account: { id: account.id, name: account.name },
      };
    },
    Logout: async (ctx, request) => {
      const { tokenId, expiresAt } = await authenticate(deps, ctx.now, request.accessToken);
      await deps.denials.deny(tokenId, expiresAt);
      return {};
    },
    GetJwks: () => ({ jwksJson: deps.tokens.jwks }),

    ReadToken: (ctx, request) => tokenOwner(deps, ctx.now, request),
    ...keyHandlers(deps),
    ResolveKey: (ctx, { fingerprint }) => resolvedKey(deps, ctx.now, fingerprint),

    ...ownUserHandlers(deps),
    ...passwordHandlers(deps),
    ...settingsHandlers(deps),
    ...stateHandlers(deps),
    ...totpHandlers(deps),
    ...userHandlers(deps),
    ...operatorHandlers(deps),
    ...logHandlers(deps, caller),
  };
}

/** Whose a token is, once its user has the right that it is to be used for. */
async function tokenOwner(deps: Deps, now: Date, request: ReadTokenRequest): Promise<TokenOwner> {
  const { accessToken, totp } = request;
  const right = request.right === undefined ? undefined : rightOf(request.right);
  const { accountId, userId, role } = await (request.guarded
    ? authorizeAct(deps, now, { accessToken, right, totp })
    : authorize(deps, now, { accessToken, right }));
  const account = await deps.accounts.confirmed(accountId);
  invariant(account !== undefined, 'a user without an account');
  return { accountId, userId, role, accountState: account.standing.state };
}

function rightOf(given: string): Right {
  if (isRight(given)) return given;
  throw new Refusal('invalid_request', 'right must be one that roles have.', { param: 'right' });
}

async function resolvedKey({ keys, assertions }: Deps, now: Date, fingerprint: string): Promise<ResolvedKey> {
  const key = isFingerprint(fingerprint) ? await keys.resolve(fingerprint) : undefined;
  if (key === undefined) throw notFound('API key');
  const { accountId, livemode, issuerUserId } = key;
  const issuer = issuerUserId === undefined ? {} : { issuerUserId };
  const assertion = await assertions.sign({ tenant: { accountId, livemode }, fingerprint, ...issuer }, now);
  return { ...key, ...(assertion === undefined ? {} : { assertion }) };
}

function newAccountOf(request: CreateAccountRequest): NewAccount {
  const { name, userName, email, password } = request;
  const { platformFeeBasisPoints, platformFeeFixed, defaultExpiresInSeconds, settlementDelaySeconds } = request;
  const requested = { platformFeeBasisPoints, platformFeeFixed, defaultExpiresInSeconds, settlementDelaySeconds };
  const settings = Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== undefined));
  return { name, userName, email, password, settings };
}
