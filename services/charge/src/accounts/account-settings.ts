import { SERVICES } from '@gx/contracts';
import { cents, type Id, type Refusal, unavailable } from '@gx/core';
import { type Client, remembered, retryOnUnavailable } from '@gx/runtime';
import type { Grpc } from '@gx/runtime/grpc';
import type { Tariff } from '../domain/fees.ts';

/** What an account agreed on: the platform's fee, how long its charges live, how long a credit waits. */
export type Account = {
  /** What payers are shown as the merchant. */
  readonly name: string;
  readonly tariff: Tariff;
  readonly defaultExpiresInSeconds: number;
  readonly settlementDelaySeconds: number;
};
/** Requests an account's settings; throws `service_unavailable` when they cannot be had. */
export type AccountSettings = (accountId: Id<'account'>, requestId: string) => Promise<Account>;
export type AccountSettingsOptions = {
  readonly keysAddress: string;
  readonly deadlineMs: number;
  /** Overrides what the account says, for a whole deployment. */
  readonly settlementDelaySeconds: number | undefined;
};

const FRESH_MS = 30_000;
const ACCOUNTS_MAX = 10_000;

/**
 * Settings by gRPC from `keys`, requested twice within `deadlineMs` each, remembered for half a minute; a
 * failure is not remembered.
 */
export function accountSettings(grpc: Grpc, options: AccountSettingsOptions): AccountSettings {
  const keys = grpc.client(SERVICES.keys, options.keysAddress, {
    idempotent: ['GetAccountSettings'],
    deadlineMs: options.deadlineMs,
  });
  const known = remembered<Promise<Account>>({ forMs: FRESH_MS, max: ACCOUNTS_MAX });

  return (accountId, requestId) => {
    const requested = known.get(accountId);
    if (requested !== undefined) return requested;
    const account = known.set(accountId, request(keys, options, { accountId, requestId }));
    account.catch(() => known.forget(accountId, account));
    return account;
  };
}

type Question = { readonly accountId: string; readonly requestId: string };

async function request(
  keys: Client<typeof SERVICES.keys>,
  options: AccountSettingsOptions,
  { accountId, requestId }: Question,
): Promise<Account> {
  const settings = await retryOnUnavailable(() => keys.getAccountSettings({ requestId }, { accountId })).catch(
    (cause: unknown) => {
      const refusal: Refusal = unavailable('The account cannot be looked up now. Retry with the same Idempotency-Key.');
      refusal.cause = cause;
      throw refusal;
    },
  );
  return {
    name: settings.name,
    tariff: { basisPoints: settings.platformFeeBasisPoints, fixed: cents(settings.platformFeeFixed) },
    defaultExpiresInSeconds: settings.defaultExpiresInSeconds,
    settlementDelaySeconds: options.settlementDelaySeconds ?? settings.settlementDelaySeconds,
  };
}
