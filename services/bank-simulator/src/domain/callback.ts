/**
 * Seconds before each further attempt: ten in all, within half an hour (retries are the bank's own policy,
 * pix.md 2.6).
 */
const WAITS_SECONDS = [2, 5, 10, 30, 60, 120, 300, 600, 600] as const;

/**
 * One callback in the queue: the address of the key, with `suffix` behind it, gets `body`, `copies` times at
 * once.
 */
export type SimulatedCallback = {
  readonly id: string;
  readonly clientId: string;
  readonly chave: string;
  /** `/pix` for what the standard tells, nothing for infraction reports and the acquirer's callbacks. */
  readonly suffix: '/pix' | '';
  readonly body: string;
  readonly copies: number;
  readonly attempts: number;
};

/**
 * When the next attempt is due after `attempts` of them; undefined when the bank gives up. `scale` shortens
 * the wait in tests.
 */
export function nextAttemptMs(attempts: number, scale: number): number | undefined {
  const wait = WAITS_SECONDS[attempts - 1];
  return wait === undefined ? undefined : Math.round(wait * 1000 * scale);
}

/**
 * A Pix nobody asked for and an element that is no Pix, as a careless bank might batch them with a good one
 * (pix.md 4 row 6).
 */
export const strangers = (txid: string, endToEndId: string, horario: string): readonly unknown[] => [
  { endToEndId, txid, valor: '12.34', horario },
  { endToEndId: 42, valor: null },
];
