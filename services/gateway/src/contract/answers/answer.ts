import { z } from 'zod';

/** Every schema that has a name in the contract. */
export const ANSWERS = z.registry<{ id: string }>();

/** Names a schema: it becomes one of `components.schemas`, and whatever holds it refers to it. */
export function answer<S extends z.ZodType>(id: string, schema: S): S {
  ANSWERS.add(schema, { id });
  return schema;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

export const wireForm = (prefix: string) => z.string().regex(new RegExp(`^${prefix}${UUID}$`));
export const time = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: 'date-time' });
/** Money in the smallest unit; what is owed may be below zero nowhere in this contract. */
export const amount = z.int().min(0);
/** Money that may have gone the other way. */
export const signedAmount = z.int();
export const count = z.int().min(0);
/** Of a refund that failed. */
export const failureReason = z.string().meta({ description: 'Of a refund that failed: why, in the bank’s code.' });
/** Of a cashout that came back. */
export const returnedAmount = z.int().min(1).meta({
  description: 'Of a cashout: what has come back of it since it arrived. Nothing of it can be refunded again.',
});
export const initiator = z
  .enum(['merchant', 'automatic', 'bank'])
  .meta({ description: 'Who ordered it: the merchant, we ourselves (a return), or the bank.' });
/** A page of a list that goes by cursor. */
export const listOf = (item: z.ZodType, id: z.ZodType) =>
  z.strictObject({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: id.nullable(),
  });
/** The merchant's own object. */
export const free = z.record(z.string(), z.unknown());
