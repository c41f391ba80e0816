import { plainLine } from '@gx/core';

/** One line within the bank's limit that reads as it is written; no character is cut in half. */
export function fitted(text: string, lengthMax: number): string {
  const cut = plainLine(text).slice(0, lengthMax);
  return (/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut).trim();
}
