import { z } from 'zod';

export type ListBounds = {
  readonly max: number;
  /** What it is a list of, in the singular and in the plural: `payment method`, `payment methods`. */
  readonly one: string;
  readonly many: string;
};

/**
 * A list of at least one and at most so many. Its length is judged first: zod reads every element before it
 * counts them, and answers a problem for each.
 */
export function list<S extends z.ZodType>(element: S, { max, one, many }: ListBounds) {
  const tooMany = `must name at most ${max} ${many}`;
  const elements = z
    .array(element, { error: `must be a list of ${many}` })
    .min(1, `must name at least one ${one}`)
    .max(max, tooMany);
  const { $schema: _, ...described } = z.toJSONSchema(elements, { io: 'input' });
  return z
    .unknown()
    .refine((value) => !Array.isArray(value) || value.length <= max, tooMany)
    .pipe(elements)
    .meta(described as Record<string, unknown>);
}
