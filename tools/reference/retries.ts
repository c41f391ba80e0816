import type { RetryPolicies } from '../../libs/core/src/retry-policy.ts';
import { RETRY_POLICIES as charge } from '../../services/charge/src/domain/retry-policies.ts';
import { RETRY_POLICIES as keys } from '../../services/keys/src/domain/retry-policies.ts';
import { RETRY_POLICIES as payout } from '../../services/payout/src/domain/retry-policies.ts';
import { RETRY_POLICIES as refund } from '../../services/refund/src/domain/retry-policies.ts';
import { duration, table } from './markdown.ts';

const TABLES: Readonly<Record<string, RetryPolicies>> = { charge, refund, payout, keys };
const waits = (ms: number): string => duration(ms / 1_000);

/**
 * The retry policies of all services but webhooks, in the order of their tables; those of webhooks stand
 * with the events.
 */
export const retries = (): string =>
  table(
    ['service', 'what is tried again', 'after', 'until'],
    Object.entries(TABLES).flatMap(([service, policies]) =>
      Object.values(policies).map((policy) => [
        service,
        policy.what,
        'waitsMs' in policy
          ? `${policy.waitsMs.map(waits).join(', ')}${policy.isLastRepeated && policy.waitsMs.length > 1 ? '; the last again and again' : ''}`
          : `half of its age, at least ${waits(policy.minMs)}, at most ${waits(policy.maxMs)}`,
        policy.until,
      ]),
    ),
  );
