import { parseJsonAsWritten } from '@gx/core';
/** The merchant's metadata as it is stored: the body's `description` wins over one inside (decisions A28). */
export function foldDescription(metadataJson: string | undefined, description: string | undefined): string {
  if (description === undefined) return metadataJson ?? '{}';
  const metadata = parseJsonAsWritten(metadataJson ?? '{}') as Record<string, unknown>;
  return JSON.stringify({ ...metadata, description });
}
