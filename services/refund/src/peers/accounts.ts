import { SERVICES } from '@gx/contracts';
import type { RefundSettings as SettingsMessage } from '@gx/contracts/keys';
import { cents, type Refusal, type Tenant, unavailable } from '@gx/core';
import type { Call } from '@gx/runtime';
import type { Grpc } from '@gx/runtime/grpc';
import type { DailyLimits, RefundSettings } from '../domain/daily-limits.ts';

export type AccountsPeer = ReturnType<typeof accountsPeer>;

/**
 * What is asked of keys: the settings of an account, anew for each refund, so that what an operator narrows
 * is narrowed with the next one.
 */
export function accountsPeer(grpc: Grpc, address: string, deadlineMs: number) {
  const client = grpc.client(SERVICES.keys, address, { idempotent: ['GetAccountSettings'], deadlineMs });
  return {
    /** What bounds the refunds of a tenant. Throws `service_unavailable` when it cannot be had. */
    async refundSettings(call: Call, { accountId, livemode }: Tenant): Promise<RefundSettings> {
      const { refunds } = await client.getAccountSettings(call, { accountId, livemode }).catch((cause: unknown) => {
        const refusal: Refusal = unavailable(
          'The settings of the account cannot be had now. Retry with the same idempotencyKey.',
        );
        refusal.cause = cause;
        throw refusal;
      });
      return { payerOnly: refunds?.payerOnly ?? false, limits: refunds === null ? {} : limitsIn(refunds) };
    },
  };
}

function limitsIn({
  countPerDay,
  sumPerDay,
  sumPerDayBySalesMin,
  newDestinationsPerDay,
}: SettingsMessage): DailyLimits {
  return {
    ...(countPerDay === undefined ? {} : { countPerDay }),
    ...(sumPerDay === undefined ? {} : { sumPerDay: cents(sumPerDay) }),
    ...(sumPerDayBySalesMin === undefined ? {} : { sumPerDayBySalesMin: cents(sumPerDayBySalesMin) }),
    ...(newDestinationsPerDay === undefined ? {} : { newDestinationsPerDay }),
  };
}
