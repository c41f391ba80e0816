import { type Id, isVisible, Refusal } from '@gx/core';

/** Who acts when no user does: the operators' program. */
export const OPS = 'ops';
export type ActorId = Id<'user'> | typeof OPS;

const OPERATOR_MAX = 100;

export type AuditAction =
  | 'api_key.issued'
  | 'api_key.rotated'
  | 'api_key.revoked'
  | 'user.added'
  | 'user.disabled'
  | 'account.settings_changed';

/** One field, as it was and as it is; absent where there was nothing. Nothing personal, no secrets. */
export type AuditChange = { readonly field: string; readonly before?: string; readonly after?: string };

/**
 * Who did what to which key, user or account (decisions, section 11). `successor` is the key that a rotation
 * put in its place.
 */
export type AuditEvent = {
  readonly id: Id<'audit'>;
  readonly accountId: Id<'account'>;
  /** Of an act on a user, who belongs to both modes: true. */
  readonly livemode: boolean;
  readonly action: AuditAction;
  readonly actorId: ActorId;
  /** Which operator acted, where one gave a name; no merchant reads it. */
  readonly operator?: string;
  readonly keyId?: Id<'apiKey'>;
  readonly fingerprint?: string;
  readonly successor?: { readonly keyId: Id<'apiKey'>; readonly fingerprint: string };
  readonly userId?: Id<'user'>;
  readonly changes?: readonly AuditChange[];
  readonly at: Date;
};

/** Who acts, when, and the id of the audit event that will say so. */
export type Act = {
  readonly actorId: ActorId;
  readonly auditId: Id<'audit'>;
  readonly now: Date;
  readonly operator?: string;
};

/** What every audit event has of its act. */
export const actOf = ({ actorId, auditId, now, operator }: Act) => ({
  id: auditId,
  actorId,
  ...(operator === undefined ? {} : { operator }),
  at: now,
});

/** The name of an operator for the record; Refusal `invalid_request` for one that says nothing. */
export function checkOperator(operator: string): string {
  const name = operator.trim();
  if (isVisible(name) && [...name].length <= OPERATOR_MAX) return name;
  throw new Refusal('invalid_request', `operator must have 1 to ${OPERATOR_MAX} characters.`, { param: 'operator' });
}
