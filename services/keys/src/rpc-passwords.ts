import type { SERVICES } from '@gx/contracts';
import type { Handlers } from '@gx/runtime';
import { changePassword } from './commands/change-password.ts';
import { logOutAll } from './commands/log-out-all.ts';
import type { Deps } from './deps.ts';

type PasswordRpcs = 'ChangePassword' | 'LogoutAll';

/** The RPCs of gx.keys.v1 by which a user changes how to log in. */
export const passwordHandlers = (deps: Deps): Pick<Handlers<typeof SERVICES.keys>, PasswordRpcs> => ({
  ChangePassword: async (ctx, { accessToken, currentPassword, newPassword }) => {
    await changePassword(deps, ctx.now, { accessToken, currentPassword, newPassword });
    return {};
  },
  LogoutAll: async (ctx, { accessToken }) => {
    await logOutAll(deps, ctx.now, accessToken);
    return {};
  },
});
