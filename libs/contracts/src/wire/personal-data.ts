import { type PersonalValues, parseJsonAsWritten } from '@gx/core';
import type { Charge } from '../../gen/gx/charge/v1/charge.ts';

/** The fields that a charge has and shows to nobody: they are null. */
export const hiddenIn = ({ personalData }: Pick<Charge, 'personalData'>): ReadonlySet<string> =>
  new Set(personalData?.fields);

/**
 * The body of a canonical event of a charge with the personal values in their places: what it would have been
 * with nothing hidden, byte for byte. What is not null there stays as it is.
 */
export function withPersonalValues(body: string, values: PersonalValues): string {
  const event = parseJsonAsWritten(body) as { readonly data: { readonly object: Record<string, unknown> } };
  for (const [field, value] of Object.entries(values)) fill(event.data.object, field.split('.'), value);
  return JSON.stringify(event);
}

function fill(object: Record<string, unknown>, [name = '', ...inner]: readonly string[], value: string): void {
  const found = object[name];
  if (inner.length > 0) fill(found as Record<string, unknown>, inner, value);
  else if (found === null) object[name] = value;
}
