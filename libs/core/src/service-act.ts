import { type Entity, type Id, newId } from './ids.ts';
import type { Tenant } from './tenant.ts';

/**
 * What is audited of services other than `keys` (decisions, section 11): who alone may say that it was done,
 * and to which kind of object; of a bank profile it is its name.
 */
// biome-ignore format: one row per act, read as a table
export const SERVICE_ACTS = {
  'bank_profile.restored':           { service: 'charge',   object: null },
  'bank_profile.retired':            { service: 'charge',   object: null },
  'bank_profile.set':                { service: 'charge',   object: null },
  'dispute.accepted':                { service: 'charge',   object: 'dispute' },
  'dispute.answer_confirmed':        { service: 'charge',   object: 'dispute' },
  'dispute.closed':                  { service: 'charge',   object: 'dispute' },
  'dispute.evidence_submitted':      { service: 'charge',   object: 'dispute' },
  'dispute.opened':                  { service: 'charge',   object: 'dispute' },
  'payout.approved':                 { service: 'payout',   object: 'payout' },
  'payout.cancelled':                { service: 'payout',   object: 'payout' },
  'payout.created':                  { service: 'payout',   object: 'payout' },
  'payout.rejected':                 { service: 'payout',   object: 'payout' },
  'refund.created':                  { service: 'refund',   object: 'refund' },
  'return.retried':                  { service: 'refund',   object: 'refund' },
  'return.settled':                  { service: 'refund',   object: 'refund' },
  'review.approved':                 { service: 'charge',   object: 'charge' },
  'review.rejected':                 { service: 'charge',   object: 'charge' },
  'webhook_endpoint.created':        { service: 'webhooks', object: 'endpoint' },
  'webhook_endpoint.deleted':        { service: 'webhooks', object: 'endpoint' },
  'webhook_endpoint.secret_rotated': { service: 'webhooks', object: 'endpoint' },
  'webhook_endpoint.updated':        { service: 'webhooks', object: 'endpoint' },
} as const satisfies Record<string, { service: string; object: Entity | null }>;

export type ServiceAction = keyof typeof SERVICE_ACTS;
/** A service whose acts `keys` files. */
export type ActingService = (typeof SERVICE_ACTS)[ServiceAction]['service'];

/** The action of this name; undefined where no service has one. */
export const serviceAction = (name: string): ServiceAction | undefined =>
  Object.hasOwn(SERVICE_ACTS, name) ? (name as ServiceAction) : undefined;

/** One field, as it was and as it is; absent where there was nothing. Nothing personal, no secrets. */
export type AuditChange = { readonly field: string; readonly before?: string; readonly after?: string };

/** Who acted: the owner of an API key, a user, or an operator; and from where, where that is known. */
export type Actor =
  | { readonly kind: 'api_key'; readonly fingerprint?: string; readonly clientAddress?: string }
  | { readonly kind: 'user'; readonly userId: Id<'user'>; readonly clientAddress?: string }
  | { readonly kind: 'operator'; readonly operator?: string; readonly proposedBy?: string };

/** An act as its service writes it beside the change that it is, to be filed in the audit log. */
export type ServiceAct = {
  readonly id: Id<'audit'>;
  /** The platform's account where it is on no account. */
  readonly tenant: Tenant;
  readonly action: ServiceAction;
  readonly objectId: string;
  readonly actor: Actor;
  readonly changes: readonly AuditChange[];
  readonly at: Date;
};
/** Who acts, when, and the id of the audit event that will say so. */
export type ActOrigin = Pick<ServiceAct, 'id' | 'actor' | 'at'>;

export const newAct = (actor: Actor, at: Date): ActOrigin => ({ id: newId('audit'), actor, at });
