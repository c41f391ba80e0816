import { BitWriter, type Code } from './bit-writer.ts';

/** Pixels along the side of a module: eight of one bit are a byte, so no two modules share one. */
export const MODULE_PX = 8;

/** The two bytes of a picture: codes `0` and `10`, the first bit lowest. */
const WHITE = { byte: 0xff, bits: 0b0, length: 1 } as const;
const DARK = { byte: 0x00, bits: 0b01, length: 2 } as const;
/** Codes are gathered until they have this many bits: fewer steps than one for each module. */
const AT_ONCE = 16;
const ADLER = 65_521;
const MATCH_MAX = 258;

/**
 * Deflate (RFC 1951, wrapped as RFC 1950) for one kind of picture: square modules of one bit per pixel, where
 * a line is a filter byte and one byte for each module, and stands there eight times. Such a picture has five
 * symbols, whose codes can be the same every time, and its repetitions are known: there is nothing to search
 * for. `true` is dark.
 */
export function deflateModules(rows: readonly (readonly boolean[])[]): Buffer {
  const stride = 1 + rows.length;
  const out = new BitWriter(256 + rows.length * (32 + Math.ceil(rows.length / 4)));
  const { head, copies, end } = alphabetOf(stride);
  for (const code of head) out.put(code);
  let a = 1;
  let b = 0;
  for (const row of rows) {
    // A line begins with its filter: none, which is the zero of a dark module.
    let bits: number = DARK.bits;
    let length: number = DARK.length;
    let sum = 0;
    let weighted = 0;
    for (let x = 0; x < row.length; x += 1) {
      if (row[x]) {
        bits |= DARK.bits << length;
        length += DARK.length;
      } else {
        length += WHITE.length;
        sum += 1;
        weighted += row.length - x;
      }
      if (length < AT_ONCE) continue;
      out.put({ bits, length });
      bits = 0;
      length = 0;
    }
    out.put({ bits, length });
    for (const code of copies) out.put(code);
    // Adler-32, a line at a time.
    for (let line = 0; line < MODULE_PX; line += 1) {
      b = (b + stride * a + WHITE.byte * weighted) % ADLER;
      a = (a + WHITE.byte * sum) % ADLER;
    }
  }
  out.put(end);
  return out.end(b * 65_536 + a);
}

type Alphabet = {
  /** Opens the only block: the wrapper's head, and which code means what. */
  readonly head: readonly Code[];
  /** Writes a line seven times more. */
  readonly copies: readonly Code[];
  readonly end: Code;
};

/** Lengths of the other three codes; dealt out in this order, canonical codes are 110, 1110 and 1111. */
const LENGTHS = { longCopy: 3, end: 4, shortCopy: 4 } as const;
const END_OF_BLOCK = 256;

/** One for each size that a QR code can have, so there are forty of them at most. */
const alphabets = new Map<number, Alphabet>();

function alphabetOf(stride: number): Alphabet {
  const known = alphabets.get(stride) ?? newAlphabet(stride);
  alphabets.set(stride, known);
  return known;
}

function newAlphabet(stride: number): Alphabet {
  const lines = Math.min(MODULE_PX - 1, Math.floor(MATCH_MAX / stride));
  const rest = (MODULE_PX - 1) % lines;
  const long = lengthOf(lines * stride);
  // Where no shorter copy is needed its code goes to a symbol that is never written: a table must use all its
  // codes.
  const short = rest === 0 ? { ...long, symbol: long.symbol + 1 } : lengthOf(rest * stride);
  const distance = distanceOf(stride);
  const copy = (code: string, length: Place): Code =>
    join(huffman(code), { bits: length.offset, length: length.bits }, huffman('0'), {
      bits: distance.offset,
      length: distance.bits,
    });
  return {
    // zlib with a window of 32 KiB; then the last block, with a table of its own.
    head: [
      { bits: 0x0178, length: 16 },
      { bits: 0b101, length: 3 },
      ...tableOf({ long: long.symbol, short: short.symbol, distance: distance.symbol }),
    ],
    copies: [
      ...Array.from({ length: Math.floor((MODULE_PX - 1) / lines) }, () => copy('110', long)),
      ...(rest === 0 ? [] : [copy('1111', short)]),
    ],
    end: huffman('1110'),
  };
}

/**
 * A symbol that stands for a range of numbers, and the bits that say which of them (RFC 1951, section 3.2.5).
 */
type Place = { readonly symbol: number; readonly bits: number; readonly offset: number };

const lengthOf = (length: number): Place => placeOf(length - 3, 4, 257);
const distanceOf = (distance: number): Place => placeOf(distance - 1, 2, 0);

/** Ranges double in size after every `perSize` symbols; the first two rows of them hold one number each. */
function placeOf(number: number, perSize: number, first: number): Place {
  if (number < perSize * 2) return { symbol: first + number, bits: 0, offset: 0 };
  const bits = Math.floor(Math.log2(number / perSize));
  const symbol = first + perSize * bits + Math.floor(number / 2 ** bits);
  return { symbol, bits, offset: number % 2 ** bits };
}

type Symbols = { readonly long: number; readonly short: number; readonly distance: number };

/**
 * The code lengths of both alphabets, in codes of three bits each: 0 to 4 are lengths, 17 and 18 runs of
 * zeros.
 */
function tableOf({ long, short, distance }: Symbols): Code[] {
  const lengths = new Map<number, number>([
    [DARK.byte, DARK.length],
    [WHITE.byte, WHITE.length],
    [END_OF_BLOCK, LENGTHS.end],
    [long, LENGTHS.longCopy],
    [short, LENGTHS.shortCopy],
  ]);
  const literals = Math.max(long, short) + 1;
  lengths.set(literals + distance, 1);
  const all = Array.from({ length: literals + distance + 1 }, (_, at) => lengths.get(at) ?? 0);
  return [
    // How many lengths of literals follow, of distances, and of the table's own codes.
    { bits: literals - 257, length: 5 },
    { bits: distance, length: 5 },
    { bits: ORDER.length - 4, length: 4 },
    ...ORDER.map((symbol) => ({ bits: TABLE_CODES.includes(symbol) ? 3 : 0, length: 3 })),
    ...runsOf(all).flatMap(runCodes),
  ];
}

/** RFC 1951 names the lengths of the table's own codes in this order; what is left out at the end is zero. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1];
/** Eight symbols of three bits: canonical codes are then their places in this list. 16 is never written. */
const TABLE_CODES = [0, 1, 2, 3, 4, 16, 17, 18];
const tableCode = (symbol: number): Code => huffman(TABLE_CODES.indexOf(symbol).toString(2).padStart(3, '0'));

type Run = { readonly length: number; readonly times: number };
const ZEROS_MAX = 138;

/** Neighbours that are the same, as one; zeros at most as many as one code can say. */
function runsOf(lengths: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const length of lengths) {
    const last = runs.at(-1);
    if (last?.length === length && last.times < ZEROS_MAX) runs[runs.length - 1] = { length, times: last.times + 1 };
    else runs.push({ length, times: 1 });
  }
  return runs;
}

function runCodes({ length, times }: Run): Code[] {
  if (length === 0 && times >= 11) return [join(tableCode(18), { bits: times - 11, length: 7 })];
  if (length === 0 && times >= 3) return [join(tableCode(17), { bits: times - 3, length: 3 })];
  return Array.from({ length: times }, () => tableCode(length));
}

/** A Huffman code written as it is read, highest bit first. */
const huffman = (code: string): Code => ({
  bits: Number.parseInt([...code].reverse().join(''), 2),
  length: code.length,
});

/** Several codes as one, in the order of writing. */
const join = (...codes: readonly Code[]): Code =>
  codes.reduce(({ bits, length }, next) => ({ bits: bits | (next.bits << length), length: length + next.length }), {
    bits: 0,
    length: 0,
  });
