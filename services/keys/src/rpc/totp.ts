import type { SERVICES } from '@gx/contracts';
import { parseId } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { confirmTotp } from '../commands/confirm-totp.ts';
import { removeTotp } from '../commands/remove-totp.ts';
import { removeTotpByOperator } from '../commands/remove-totp-by-operator.ts';
import { setUpTotp } from '../commands/set-up-totp.ts';
import type { Deps } from '../deps.ts';
import { userMessage } from './users.ts';

type TotpRpcs = 'SetUpTotp' | 'ConfirmTotp' | 'RemoveTotp' | 'RemoveTotpByOperator' | 'ReencryptSecrets';

/** The RPCs of gx.keys.v1 about the second factor of users. */
export const totpHandlers = (deps: Deps): Pick<Handlers<typeof SERVICES.keys>, TotpRpcs> => ({
  SetUpTotp: (ctx, { accessToken }) => setUpTotp(deps, ctx.now, accessToken),
  ConfirmTotp: async (ctx, { accessToken, code, clientAddress }) => {
    await confirmTotp(deps, ctx.now, { accessToken, code, clientAddress });
    return {};
  },
  RemoveTotp: async (ctx, { accessToken, totp, clientAddress }) => {
    await removeTotp(deps, ctx.now, { accessToken, totp, clientAddress });
    return {};
  },
  RemoveTotpByOperator: async (ctx, { operator, reason, ...request }) => {
    const target = { userId: parseId('user', request.userId), operator, reason };
    const { user, wasRemoved } = await removeTotpByOperator(deps, ctx.now, target);
    return { user: userMessage(user), wasRemoved };
  },
  ReencryptSecrets: (_ctx, request) => deps.reencryptSecrets(request),
});
