import { Refusal } from '@gx/core';
import type { RateLimitResult } from '@gx/runtime';

/** The refusal of a full window, which the client is told about in headers. */
export class RateLimitRefusal extends Refusal {
  readonly rateLimit: RateLimitResult;

  constructor(rateLimit: RateLimitResult) {
    const { retryAfterSeconds } = rateLimit;
    super('rate_limited', `Too many requests. Try again in ${retryAfterSeconds} s.`, { retryAfterSeconds });
    this.rateLimit = rateLimit;
  }
}
