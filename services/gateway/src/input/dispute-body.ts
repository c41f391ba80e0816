import { EVIDENCE_LIMITS } from '@gx/core';
import { z } from 'zod';
import { amount } from './amount.ts';
import { list } from './list.ts';
import { optional, readAs, text } from './text.ts';

const { textMax, filesMax, fileBytesMax, fileNameMax } = EVIDENCE_LIMITS;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const CONTENT_RULE = 'must be base64 of 1 byte to 1 MiB';

function bytesOf(raw: string): Buffer | undefined {
  if (raw.length % 4 !== 0 || !BASE64.test(raw)) return undefined;
  const bytes = Buffer.from(raw, 'base64');
  return bytes.length === 0 || bytes.length > fileBytesMax ? undefined : bytes;
}

const file = z.object(
  {
    name: text(fileNameMax, 1),
    content: readAs(bytesOf, CONTENT_RULE),
  },
  { error: 'must be an object' },
);

/** `POST /v1/disputes/{id}/evidence` (decisions, section 9). Personal data: never logged. */
export const evidenceBody = z
  .object({
    text: optional(text(textMax, 1)),
    files: optional(list(file, { max: filesMax, one: 'file', many: 'files' })).meta({
      description:
        'Of each a `name` and its `content`, base64 of 1 MiB at most: a PDF, a PNG or a JPEG by what is in it.',
    }),
  })
  .refine(({ text: words, files }) => words !== undefined || files !== undefined, {
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
