import { z } from 'zod';
import type { CallbackPlan } from '../commands/plan-callback.ts';
import { Problem, type ProblemType } from '../domain/problem.ts';
import type { Request } from '../route.ts';

export const DAY_MS = 86_400_000;
/** In centavos, or the cents of another currency. */
export const AMOUNT = z.int().min(1).max(999_999_999_999);
/** How the tester wants the receiver to be told. */
export const CALLBACK = {
  notify: z.union([z.literal('now'), z.literal('never'), z.int().min(0).max(DAY_MS)]).optional(),
  times: z.int().min(1).max(100).optional(),
};
type CallbackFields = z.infer<z.ZodObject<typeof CALLBACK>>;

export const callbackPlanOf = ({ notify, times }: CallbackFields): Partial<CallbackPlan> => ({
  ...(notify === undefined ? {} : { delayMs: notify === 'now' ? 0 : notify }),
  ...(times === undefined ? {} : { copies: times }),
});

/** A malformed order of a tester, in the same form as every other refusal of this bank. */
export const refused = (problems: readonly (readonly [string, string])[]): Problem =>
  new Problem(
    'RequisicaoInvalida',
    problems.map(([propriedade, razao]) => ({ propriedade, razao })),
  );

/** Reads what a tester orders; each field that is not as it should be is one violation. */
export function readControl<T>(schema: z.ZodType<T>, body: unknown): T {
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  throw refused(error.issues.map(({ path, message }) => [path.join('.'), message]));
}

/** The one that a tester means of all clients' objects of one name; `?clientId=` says whose. */
export function onlyOne<T extends { readonly clientId: string }>(
  all: readonly T[],
  { query }: Request,
  { absent, name }: { readonly absent: ProblemType; readonly name: string },
): T {
  const clientId = query.get('clientId');
  const [only, another] = all.filter((one) => clientId === null || one.clientId === clientId);
  if (only === undefined) throw new Problem(absent);
  if (another !== undefined) throw refused([['clientId', `several clients use this ${name}: name one`]]);
  return only;
}
