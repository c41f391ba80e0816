import { type AuditChange, type Id, isVisible, Refusal, type ServiceAction } from '@gx/core';

/** Who acts when no user does: the operators' program. */
export const OPS = 'ops';
/** Or a merchant's program: the event has the fingerprint of its key. */
export const API_KEY = 'api_key';
export type ActorId = Id<'user'> | typeof OPS;

const OPERATOR_MAX = 100;
const REASON_MAX = 500;

export type AuditAction =
  | 'api_key.issued'
  | 'api_key.rotated'
  | 'api_key.revoked'
  | 'user.added'
  | 'user.invited'
  | 'user.joined'
  | 'user.role_changed'
  | 'user.removed'
  | 'user.disabled'
  | 'user.password_changed'
  | 'user.password_reset'
  | 'user.logged_out'
  | 'user.totp_set'
  | 'user.totp_removed'
  | 'account.settings_changed'
  | 'account.state_changed';

/**
 * Who did what to which key, user or account, or to what of another service (decisions, section 11).
 * `successor` is the key that a rotation put in its place.
 */
export type AuditEvent = {
  readonly id: Id<'audit'>;
  readonly accountId: Id<'account'>;
  /** Of an act on a user, or on the state of an account, which belong to both modes: true. */
  readonly livemode: boolean;
  readonly action: AuditAction | ServiceAction;
  readonly actorId: ActorId | typeof API_KEY;
  /** Which operator acted, where one gave a name; no merchant reads it. */
  readonly operator?: string;
  /** And which one proposed it, where it took two. */
  readonly proposedBy?: string;
  /**
   * Where a user or an API key called from (decisions A64): the account reads it here, and no log and no span
   * has it.
   */
  readonly clientAddress?: string;
  /** Why, where an operator has to say so; no merchant reads it. */
  readonly reason?: string;
  readonly keyId?: Id<'apiKey'>;
  /** Of the key that the act is on, or that acted. */
  readonly fingerprint?: string;
  readonly successor?: { readonly keyId: Id<'apiKey'>; readonly fingerprint: string };
  readonly userId?: Id<'user'>;
  /** Of an act in another service: what was changed there. */
  readonly objectId?: string;
  readonly changes?: readonly AuditChange[];
  readonly at: Date;
};

/** Who acts, when, and the id of the audit event that will say so. */
export type Act = {
  readonly actorId: ActorId;
  readonly auditId: Id<'audit'>;
  readonly now: Date;
  readonly operator?: string;
  readonly clientAddress?: string;
};

/** What every audit event has of its act. */
export const actOf = ({ actorId, auditId, now, operator, clientAddress }: Act) => ({
  id: auditId,
  actorId,
  ...(operator === undefined ? {} : { operator }),
  ...(clientAddress === undefined ? {} : { clientAddress }),
  at: now,
});

/** The name of an operator for the record; Refusal `invalid_request` for one that says nothing. */
export const checkOperator = (operator: string): string => visible('operator', operator, OPERATOR_MAX);

/** Why an operator decided so, for the record; refused likewise. */
export const checkReason = (reason: string): string => visible('reason', reason, REASON_MAX);

function visible(param: string, given: string, max: number): string {
  const text = given.trim();
  if (isVisible(text) && [...text].length <= max) return text;
  throw new Refusal('invalid_request', `${param} must have 1 to ${max} characters.`, { param });
}
