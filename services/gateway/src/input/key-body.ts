import { z } from 'zod';
import { optional, text } from './text.ts';

export const LABEL_MAX = 64;
const label = optional(text(LABEL_MAX));

/** `POST /v1/api-keys`; every field may be left out. */
export const issueKeyBody = z.object({
  label,
  test: optional(z.boolean({ error: 'must be true or false' })),
});

/** `POST /v1/api-keys/{id}/rotate`; without a label the old one stays (decisions A38). */
export const rotateKeyBody = z.object({ label });
