import { type Entity, type Id, parseId, wireId } from '@gx/core';
import { OperatorError } from './terminal.ts';

/** An id as an operator copies it, with its prefix or without. */
export function operatorId<E extends Entity>(entity: E, given: string): Id<E> {
  const id = parseId(entity, given);
  if (id === undefined)
    throw new OperatorError(`This is no id of ${/^[aeio]/.test(entity) ? 'an' : 'a'} ${entity}: ${given}`);
  return id;
}

/** An id of a message as it is shown; money of no charge has none. */
export const wireIdText = <E extends Entity>(entity: E, raw: string): string =>
  raw === '' ? '-' : wireId(entity, raw as Id<E>);
