import { canonicalJson, sha256Hex } from '@gx/core';
import type { ChargeBody } from './charge-body.ts';

/**
 * What an idempotency key is bound to: the body as it was understood, plus the constants of the route, whatever the order
 * of its keys. What was absent stays absent, so a changed account default never turns a retry into a conflict.
 */
export const requestHash = (body: ChargeBody): string => `v1:${sha256Hex(canonicalJson(body))}`;
