import { isVisible, parseJson, parseJsonAsWritten } from '@gx/core';

/** As many characters as a body's own `description` may have (specification, Limits). */
const DESCRIPTION_MAX = 500;

/** The merchant's metadata as it is stored: the body's `description` wins over one inside (decisions A28). */
export function foldDescription(metadataJson: string | undefined, description: string | undefined): string {
  if (description === undefined) return metadataJson ?? '{}';
  const metadata = parseJsonAsWritten(metadataJson ?? '{}') as Record<string, unknown>;
  return JSON.stringify({ ...metadata, description });
}

/** What the merchant says that a charge is for; undefined where nothing was said that anybody sees. */
export function descriptionIn(metadataJson: string): string | undefined {
  const { description } = parseJson(metadataJson) as { readonly description?: unknown };
  if (typeof description !== 'string' || !isVisible(description)) return undefined;
  const characters = [...description];
  // Metadata of the merchant's own making may hold far more.
  return characters.length <= DESCRIPTION_MAX ? description : `${characters.slice(0, DESCRIPTION_MAX - 1).join('')}…`;
}
