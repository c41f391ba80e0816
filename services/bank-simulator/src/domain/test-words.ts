/** What an e-mail key orders by its local part, at any domain and in any case (decisions, section 7, "Test mode"). */
export type TestWord =
  | { readonly kind: 'fails'; readonly code: string }
  | { readonly kind: 'slow' | 'hang' | 'returned' };

const WORD = /^(?:(slow|hang|returned)|fail-([\w-]{1,40}))@/i;
/** A code of the SPI: two letters, then two letters or digits. */
const SPI_CODE = /^[a-z]{2}[a-z0-9]{2}$/i;

/** The order of a key that is one; undefined for every other. */
export function testWordOf(key: string): TestWord | undefined {
  const [, word, code] = WORD.exec(key) ?? [];
  if (code !== undefined) return { kind: 'fails', code: SPI_CODE.test(code) ? code.toUpperCase() : code.toLowerCase() };
  return word === undefined ? undefined : { kind: word.toLowerCase() as 'slow' | 'hang' | 'returned' };
}
