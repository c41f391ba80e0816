import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const RANDOM_BYTES = 16;
const SEQUENCE_AT = 6;
const HIGHEST_START = 0x7fff_ffff;
/**
 * The system is asked for the randomness of many at once: asked for each, that is most of what an id costs.
 */
const pool = Buffer.alloc(256 * RANDOM_BYTES);
let used = pool.length;
let last = { msecs: 0, seq: 0 };

/** A UUIDv7 (RFC 9562), greater than every earlier one of this process, also when the clock is set back. */
export function uuidV7(now = Date.now()): string {
  const random = nextRandom();
  last = now > last.msecs ? { msecs: now, seq: random.readUInt32BE(SEQUENCE_AT) & HIGHEST_START } : following(last);
  return v7({ random, ...last });
}

function nextRandom(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += RANDOM_BYTES;
  return pool.subarray(used - RANDOM_BYTES, used);
}

/** The sequence has 32 bits; what is beyond them belongs to the next millisecond. */
function following({ msecs, seq }: typeof last): typeof last {
  const next = (seq + 1) | 0;
  return { msecs: next === 0 ? msecs + 1 : msecs, seq: next };
}
