import { createHmac } from 'node:crypto';

export type AuthenticatorApp = {
  readonly key: Buffer;
  /** What it shows at a moment, or so many steps of 30 s later. */
  readonly code: (at: Date, steps?: number) => string;
  /** Six digits that it shows at none of the moments around. */
  readonly wrongCode: (at: Date) => string;
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** A phone with the secret of a second factor in base32 (RFC 6238). */
export function authenticatorApp(secret: string): AuthenticatorApp {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const code = (at: Date, steps = 0): string => {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / STEP_MS) + steps));
    const mac = createHmac('sha1', key).update(counter).digest();
    const offset = (mac.at(-1) ?? 0) & 15;
    return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
  };
  const around = (at: Date): string[] => [-3, -2, -1, 0, 1, 2, 3].map((steps) => code(at, steps));
  return {
    key,
    code,
    wrongCode: (at) =>
      ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
        (one) => !around(at).includes(one),
      ) ?? '',
  };
}
