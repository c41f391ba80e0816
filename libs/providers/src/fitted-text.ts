import { plainLine } from '@gx/core';

/**
 * One line within the bank's limit that reads as it is written, no character cut in half; undefined where
 * nothing is left, so that its field is not sent.
 */
export function fitted(text: string | undefined, lengthMax: number): string | undefined {
  const cut = plainLine(text ?? '').slice(0, lengthMax);
  return (/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut).trim() || undefined;
}
