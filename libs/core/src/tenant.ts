import type { Id } from './ids.ts';

/** Whose data, and which world of it. First argument of every store method, part of every index. */
export type Tenant = { readonly accountId: Id<'account'>; readonly livemode: boolean };
