import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, steps of 30 s. */
export const TOTP = { algorithm: 'SHA1', digits: 6, periodSeconds: 30 } as const;
/** What RFC 4226 recommends (section 4, R6). */
export const TOTP_SECRET_BYTES = 20;
/** Phones' clocks differ, and people type: the step before and the one after count too (RFC 6238, 5.2). */
const STEPS_AROUND = [1, 0, -1] as const;

export const isTotpCode = (given: string): boolean => /^[0-9]{6}$/.test(given);
export const timeStepAt = (now: Date): number => Math.floor(now.getTime() / (TOTP.periodSeconds * 1_000));

/** The code of a time step (RFC 4226, section 5.3). */
export function totpCode(secret: Buffer, timeStep: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(timeStep));
  const mac = createHmac(TOTP.algorithm, secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** TOTP.digits).padStart(TOTP.digits, '0');
}

/** The newest step around now whose code it is; undefined for a wrong one. */
export function timeStepOf(secret: Buffer, code: string, now: Date): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const given = Buffer.from(code);
  return STEPS_AROUND.map((steps) => timeStepAt(now) + steps).find((step) =>
    timingSafeEqual(Buffer.from(totpCode(secret, step)), given),
  );
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;
/** RFC 4648, section 6, of a length that needs no padding: authenticator apps take a secret so. */
export const base32 = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replace(/.{5}/g, (bits) => BASE32.charAt(Number.parseInt(bits.slice(0, BITS), 2)));
