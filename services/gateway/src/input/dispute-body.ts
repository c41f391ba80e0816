import { isVisible } from '@gx/core';
import { z } from 'zod';
import { amount } from './amount.ts';
import { list } from './list.ts';
import { optional, readAs, text } from './text.ts';

/** Five files of 1 MiB as base64 with all around them (decisions, section 9). */
export const EVIDENCE_BODY_MAX_BYTES = 8 * 1024 * 1024;
export const EVIDENCE_TEXT_MAX = 10_000;
export const EVIDENCE_FILES_MAX = 5;
export const FILE_BYTES_MAX = 1024 * 1024;
const FILE_NAME_MAX = 255;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const CONTENT_RULE = 'must be base64 of 1 byte to 1 MiB';

function bytesOf(raw: string): Buffer | undefined {
  if (raw.length % 4 !== 0 || !BASE64.test(raw)) return undefined;
  const bytes = Buffer.from(raw, 'base64');
  return bytes.length === 0 || bytes.length > FILE_BYTES_MAX ? undefined : bytes;
}

const file = z.object(
  {
    name: text(FILE_NAME_MAX, 1),
    content: readAs(bytesOf, CONTENT_RULE),
  },
  { error: 'must be an object' },
);

/** `POST /v1/disputes/{id}/evidence` (decisions, section 9). Personal data: never logged. */
export const evidenceBody = z
  .object({
    text: optional(text(EVIDENCE_TEXT_MAX, 1)),
    files: optional(list(file, { max: EVIDENCE_FILES_MAX, one: 'file', many: 'files' })).meta({
      description:
        'Of each a `name` and its `content`, base64 of 1 MiB at most: a PDF, a PNG or a JPEG by what is in it.',
    }),
  })
  .refine(({ text: words, files }) => (words !== undefined && isVisible(words)) || files !== undefined, {
    path: ['text'],
    error: 'is required where there are no files',
  });

const OUTCOMES = ['opened', 'won', 'lost'] as const;
const REASONS = ['fraud', 'operational'] as const;

/** `POST /v1/test_helpers/charges/{id}/simulate_dispute`; only `outcome` is needed. */
export const simulateDisputeBody = z.object({
  outcome: z.enum(OUTCOMES, { error: `must be one of ${OUTCOMES.join(', ')}` }),
  amount: optional(amount),
  reason: optional(z.enum(REASONS, { error: `must be one of ${REASONS.join(', ')}` })),
});
