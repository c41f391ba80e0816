import type { SERVICES } from '@gx/contracts';
import type { Handlers } from '@gx/runtime';
import { acceptInvitation } from '../commands/accept-invitation.ts';
import { changePassword } from '../commands/change-password.ts';
import { logOutAll } from '../commands/log-out-all.ts';
import { requestPasswordReset } from '../commands/request-password-reset.ts';
import { resetPassword } from '../commands/reset-password.ts';
import type { Deps } from '../deps.ts';

type PasswordRpcs = 'ChangePassword' | 'LogoutAll' | 'AcceptInvitation' | 'RequestPasswordReset' | 'ResetPassword';

/** The RPCs of gx.keys.v1 by which a user changes how to log in. */
export const passwordHandlers = (deps: Deps): Pick<Handlers<typeof SERVICES.keys>, PasswordRpcs> => ({
  ChangePassword: async (ctx, { accessToken, currentPassword, newPassword, clientAddress }) => {
    await changePassword(deps, ctx.now, { accessToken, currentPassword, newPassword, clientAddress });
    return {};
  },
  AcceptInvitation: async (ctx, { token, name, password, clientAddress }) => {
    await acceptInvitation(deps, ctx.now, { token, name, password, clientAddress });
    return {};
  },
  RequestPasswordReset: async (ctx, { email }) => {
    await requestPasswordReset(deps, ctx.now, email);
    return {};
  },
  ResetPassword: async (ctx, { token, newPassword, clientAddress }) => {
    await resetPassword(deps, ctx.now, { token, newPassword, clientAddress });
    return {};
  },
  LogoutAll: async (ctx, { accessToken, clientAddress }) => {
    await logOutAll(deps, ctx.now, { accessToken, clientAddress });
    return {};
  },
});
