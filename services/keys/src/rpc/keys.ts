import type { SERVICES } from '@gx/contracts';
import type { IssuedKey as IssuedKeyMessage } from '@gx/contracts/keys';
import { type Id, notFound, parseId } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { authorize } from '../commands/authenticate.ts';
import { authorizeAct, authorizeKeyAct } from '../commands/authorize-act.ts';
import { type IssuedKey, issueKey } from '../commands/issue-key.ts';
import { revokeKey } from '../commands/revoke-key.ts';
import { rotateKey } from '../commands/rotate-key.ts';
import type { Deps } from '../deps.ts';
import type { LiveKey } from '../domain/api-key.ts';
import { userAct } from '../new-act.ts';

type KeyRpcs = 'IssueKey' | 'ListKeys' | 'RotateKey' | 'RevokeKey';

/** The RPCs of gx.keys.v1 about the API keys of the account whose user's token it is. */
export const keyHandlers = (deps: Deps): Pick<Handlers<typeof SERVICES.keys>, KeyRpcs> => ({
  IssueKey: async (ctx, request) => {
    const { accessToken, totp, label, test, clientAddress } = request;
    const act = { accessToken, right: 'change_api_keys' } as const;
    const who = await (test ? authorize(deps, ctx.now, act) : authorizeAct(deps, ctx.now, { ...act, totp }));
    return issuedMessage(await issueKey(deps, { ...who, clientAddress }, ctx.now, { label, livemode: !test }));
  },
  ListKeys: async (ctx, request) => {
    const { accessToken } = request;
    const { accountId } = await authorize(deps, ctx.now, { accessToken, right: 'list_api_keys' });
    return { keys: (await deps.keys.list(accountId)).map(recordMessage) };
  },
  RotateKey: async (ctx, request) => {
    const { accessToken, totp, label, clientAddress } = request;
    const who = await authorizeKeyAct(deps, ctx.now, { accessToken, totp, keyId: parseId('apiKey', request.id) });
    const change = { id: keyIdOf(request.id), label };
    return issuedMessage(await rotateKey(deps, { ...who, clientAddress }, ctx.now, change));
  },
  RevokeKey: async (ctx, request) => {
    const { accessToken, totp, clientAddress } = request;
    const guarded = { accessToken, totp, keyId: parseId('apiKey', request.id) };
    const { accountId, userId } = await authorizeKeyAct(deps, ctx.now, guarded);
    await revokeKey(deps, { accountId, act: userAct(userId, ctx.now, clientAddress) }, keyIdOf(request.id));
    return {};
  },
});

/** An id of no key is answered like the id of somebody else's. */
function keyIdOf(raw: string): Id<'apiKey'> {
  const id = parseId('apiKey', raw);
  if (id === undefined) throw notFound('API key');
  return id;
}

const recordMessage = ({ id, prefix, label, createdAt }: LiveKey) => ({
  id,
  prefix,
  ...(label === undefined ? {} : { label }),
  createdAtMs: createdAt.getTime(),
});

const issuedMessage = (key: IssuedKey): IssuedKeyMessage => ({
  ...recordMessage(key),
  apiKey: key.cleartext,
  fingerprint: key.fingerprint,
});
