import { Refusal } from '@gx/core';

/** Nothing can be sent again whose body is gone (decisions, section 12). */
export const payloadExpired = (): Refusal =>
  new Refusal('unprocessable_entity', 'Its body is gone: bodies are kept for 30 days.', { reason: 'payload_expired' });
