import { SERVICES } from '@gx/contracts';
import { type AccountState, accountStateIn, type Id, invariant, parseId, type Tenant } from '@gx/core';
import type { Call } from '@gx/runtime';
import type { Grpc } from '@gx/runtime/grpc';
import type { PayoutLimits } from '../domain/limits.ts';
import type { PeerOptions } from './charges.ts';

export type AccountsPeer = ReturnType<typeof keysPeer>;
/** What an account has agreed about its payouts. */
export type AccountTerms = {
  /** What it may do now. */
  readonly state: AccountState;
  readonly approvalRequired: boolean;
  /** Null: what the bank takes. */
  readonly fee: number | null;
  readonly limits: PayoutLimits;
};
/** By what a user shows who it is: a login token, and a code of the second factor of one who has it. */
export type ApproverProof = { readonly accessToken: string; readonly totp: string | undefined };
export type Approver = { readonly accountId: Id<'account'>; readonly userId: Id<'user'> };

/** What only an owner or a user of finance may do (decisions, section 11, Rights). */
const DECIDE_PAYOUTS = 'decide_payouts';

/** What is asked of keys: an account's settings, and whose a login token is. */
export function keysPeer(grpc: Grpc, { address, deadlineMs }: PeerOptions) {
  const client = grpc.client(SERVICES.keys, address, {
    // A token is read with a code, which a second call would find used.
    idempotent: ['GetAccountSettings'],
    deadlineMs,
  });
  return {
    /** As they are now. */
    async termsOf(call: Call, { accountId, livemode }: Tenant): Promise<AccountTerms> {
      const { payouts, state } = await client.getAccountSettings(call, { accountId, livemode });
      invariant(payouts !== null, 'an account has settings of its payouts');
      const { approvalRequired, fee, perPaymentMax, perDayMax, perNightMax, newDestinationMax } = payouts;
      return {
        state: accountStateIn(state),
        approvalRequired,
        fee: fee ?? null,
        limits: {
          ...(perPaymentMax === undefined ? {} : { perPayment: perPaymentMax }),
          ...(perDayMax === undefined ? {} : { perDay: perDayMax }),
          ...(perNightMax === undefined ? {} : { perNight: perNightMax }),
          ...(newDestinationMax === undefined ? {} : { newDestination: newDestinationMax }),
        },
      };
    },

    /**
     * Whose the token is, if that user may decide about payouts now; uses up the code. Refuses with
     * `unauthorized`, `role_not_allowed` and `totp_required`.
     */
    async approverOf(call: Call, { accessToken, totp }: ApproverProof): Promise<Approver> {
      const code = totp === undefined ? {} : { totp };
      const owner = await client.readToken(call, { accessToken, right: DECIDE_PAYOUTS, guarded: true, ...code });
      const [accountId, userId] = [parseId('account', owner.accountId), parseId('user', owner.userId)];
      invariant(accountId !== undefined && userId !== undefined, 'a token is of a user of an account');
      return { accountId, userId };
    },
  };
}
