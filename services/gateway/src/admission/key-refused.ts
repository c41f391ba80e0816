import { Refusal } from '@gx/core';

/** One answer for every key that is not good. */
export const keyRefused = (): Refusal =>
  new Refusal(
    'unauthorized',
    'The API key is wrong, or was rotated or revoked. GET /v1/api-keys lists the prefixes of those that work.',
    { param: 'apikey' },
  );
