import { type BankClock, timeReader } from './bank-time.ts';
import { callbackReader } from './callback.ts';
import { cobReader } from './read-cob.ts';
import { infractionReader } from './read-infraction.ts';
import { pixReader } from './read-pix.ts';

export type BankReaders = ReturnType<typeof bankReaders>;

/** The readers of what a bank writes, by the clock that it writes times by. */
export function bankReaders(clock?: BankClock) {
  const readTime = timeReader(clock);
  const readPix = pixReader(readTime);
  return {
    readTime,
    readPix,
    readCob: cobReader({ readTime, readPix }),
    readInfraction: infractionReader(readTime),
    parseCallback: callbackReader(readPix),
  };
}
