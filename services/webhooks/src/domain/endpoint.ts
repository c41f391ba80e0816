import type { Id, Tenant } from '@gx/core';
import type { SubscribableName } from './event-catalog.ts';

/**
 * A merchant's URL and what it is told about; belongs to the account and the world (live or test) of the key.
 */
export type Endpoint = {
  readonly id: Id<'endpoint'>;
  readonly tenant: Tenant;
  /** As the merchant wrote it. */
  readonly url: string;
  readonly events: readonly SubscribableName[];
  readonly status: 'ACTIVE' | 'INACTIVE';
  /** The contract version of its day: canonical events keep naming it (decisions N21). */
  readonly apiVersion: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
