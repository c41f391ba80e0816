import { newId } from '@gx/core';
import test from 'ava';
import { type RefundRequest, refusalOf, tooMany } from './refund-request.ts';

const request: RefundRequest = {
  tenant: { accountId: newId('account'), livemode: true },
  actor: { kind: 'api_key' },
  chargeId: newId('charge'),
  idempotencyKey: 'k'.repeat(8),
  requestHash: 'v1:0',
  passFeeToTenant: false,
};

for (const [rule, change, param] of [
  ['nothing', { amount: 0 }, 'amount'],
  ['half a centavo', { amount: 0.5 }, 'amount'],
  ['a key of 7 characters', { idempotencyKey: 'k'.repeat(7) }, 'idempotencyKey'],
  ['a key of 129 characters', { idempotencyKey: 'k'.repeat(129) }, 'idempotencyKey'],
  ['a reason of 501 characters', { reason: 'r'.repeat(501) }, 'reason'],
] as const)
  test(`a refund of ${rule} is refused`, (t) => t.is(refusalOf({ ...request, ...change })?.more.param, param));

for (const [rule, change] of [
  ['all that is left', {}],
  ['one centavo', { amount: 1 }],
  ['a key of 128 characters', { idempotencyKey: '🔑'.repeat(128) }],
  ['a reason of 500 characters', { reason: '😀'.repeat(500) }],
] as const)
  test(`a refund of ${rule} is not refused`, (t) => t.is(refusalOf({ ...request, ...change }), undefined));

test('a charge that has had 1,000 refunds says so', (t) => {
  t.regex(tooMany().message, /has had 1,000 refunds/);
  t.is(tooMany().more.reason, 'refund_limit_reached');
});
