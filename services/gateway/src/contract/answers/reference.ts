import { DETAILS_MAX, ERRORS, type ErrorCode, type ErrorType } from '@gx/core';
import { z } from 'zod';
import { answer, free } from './answer.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];
const TYPES = [...new Set(Object.values(ERRORS).map(({ type }) => type))] as [ErrorType, ...ErrorType[]];

/** The error envelope, for the codes that one answer can carry (specification, Errors). */
export const envelopeOf = (codes: readonly ErrorCode[]) =>
  z.strictObject({
    error: z.strictObject({
      type: z.enum([...new Set(codes.map((code) => ERRORS[code].type))]),
      code: z.enum(codes),
      message: z.string().meta({ description: 'For people. It may change; branch on `code`.' }),
      param: z.string().exactOptional(),
      details: z
        .array(z.strictObject({ param: z.string(), message: z.string() }))
        .max(DETAILS_MAX)
        .exactOptional(),
      reason: z.string().exactOptional(),
    }),
    request_id: z.string(),
  });

export const errorCatalog = answer(
  'ErrorCatalog',
  z.strictObject({
    data: z.array(z.strictObject({ code: z.enum(CODES), type: z.enum(TYPES), http: z.int(), description: z.string() })),
  }),
);

export const jwks = answer('Jwks', z.strictObject({ keys: z.array(free) }));
