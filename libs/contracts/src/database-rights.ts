import type { DatabaseOwner } from './databases.ts';

/** What the user of a service may do with a collection of its database, as MongoDB names it. */
const APPENDS = ['createCollection', 'createIndex', 'find', 'insert', 'listIndexes'] as const;
const CHANGES = [...APPENDS, 'remove', 'update'] as const;
export type CollectionRights = typeof APPENDS | typeof CHANGES;

/**
 * Services whose user may not change all that they own: keys only adds to its audit log. Privileges of
 * MongoDB add up and none takes another away, so each collection is named. One that is not is refused to its
 * service from the first start on.
 */
export const COLLECTION_RIGHTS: {
  readonly [O in DatabaseOwner]?: Readonly<Record<string, CollectionRights>>;
} = {
  keys: {
    accounts: CHANGES,
    api_keys: CHANGES,
    audit_chain: APPENDS,
    // Of the version before.
    audit_events: CHANGES,
    denied_tokens: CHANGES,
    login_addresses: CHANGES,
    request_logs: CHANGES,
    reset_requests: CHANGES,
    users: CHANGES,
  },
};
