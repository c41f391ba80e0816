import { type ErrorDetail, Refusal } from '@gx/core';

/** What a user is to an account (decisions, section 11). */
export const ROLES = ['owner', 'finance', 'developer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
export const isRole = (given: string): given is Role => ROLES.some((role) => role === given);
export const roleProblems = (role: string): ErrorDetail[] =>
  isRole(role) ? [] : [{ param: 'role', message: `role must be one of ${ROLES.join(', ')}.` }];

/** Who may do what with a login token (decisions, section 11, Rights): a list is read by every role. */
// biome-ignore format: one row per right, read as a table
const RIGHTS = {
  change_api_keys:   ['owner', 'developer'],
  list_api_keys:     ['owner', 'finance', 'developer', 'viewer'],
  read_request_logs: ['owner', 'finance', 'developer'],
  read_audit_events: ['owner', 'finance'],
  decide_payouts:    ['owner', 'finance'],
  manage_users:      ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof RIGHTS;
export const isRight = (given: string): given is Right => Object.hasOwn(RIGHTS, given);

/** Throws Refusal `forbidden`, reason `role_not_allowed`, for a role without the right. */
export function demandRight(role: Role, right: Right): void {
  const allowed: readonly Role[] = RIGHTS[right];
  if (allowed.includes(role)) return;
  const message = `The role of this user, ${role}, does not allow it. Roles that do: ${allowed.join(', ')}.`;
  throw new Refusal('forbidden', message, { reason: 'role_not_allowed' });
}
