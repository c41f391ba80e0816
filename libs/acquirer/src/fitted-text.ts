/** One line within the bank's limit; control characters become spaces and no character is cut in half. */
export function fitted(text: string, lengthMax: number): string {
  const line = text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  const cut = line.slice(0, lengthMax);
  return (/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut).trim();
}
