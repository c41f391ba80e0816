import { Refusal } from '@gx/core';
import test from 'ava';
import { demandRight, isRight, isRole, type Right, ROLES } from './rights.ts';

/** Decisions, section 11, Rights. */
const ALLOWED: Readonly<Record<Right, readonly string[]>> = {
  change_api_keys: ['owner', 'developer'],
  list_api_keys: ['owner', 'finance', 'developer', 'viewer'],
  read_request_logs: ['owner', 'finance', 'developer'],
  read_audit_events: ['owner', 'finance'],
  decide_payouts: ['owner', 'finance'],
  manage_users: ['owner'],
};

for (const [right, allowed] of Object.entries(ALLOWED) as [Right, readonly string[]][]) {
  test(`${right} is for ${allowed.join(', ')}; another role is forbidden, with the reason`, (t) => {
    t.true(isRight(right));
    for (const role of ROLES) {
      if (allowed.includes(role)) t.notThrows(() => demandRight(role, right), role);
      else {
        const refusal = t.throws(() => demandRight(role, right), { instanceOf: Refusal });
        t.like(refusal, { code: 'forbidden', more: { reason: 'role_not_allowed' } }, role);
      }
    }
  });
}

test('another word is neither a role nor a right', (t) => {
  for (const word of ['', 'Owner', 'admin', 'constructor', 'change_api_keys']) t.false(isRole(word), word);
  for (const word of ['', 'owner', 'constructor', '__proto__']) t.false(isRight(word), word);
});
