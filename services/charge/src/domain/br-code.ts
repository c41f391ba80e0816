import { invariant } from '@gx/core';
import type { PixCode } from './charge.ts';

const GUI = 'BR.GOV.BCB.PIX';
/** Limits of the BCB manual, 2.5 to 2.8, in characters. */
const MAX = { url: 77, name: 25, city: 15, code: 512 } as const;

/**
 * Who is named in a code that we build ourselves; the payer's app shows the name that the key's register
 * holds.
 */
export type MerchantName = { readonly name: string; readonly city: string };

/**
 * The dynamic BR Code of a payload location: single use, no amount, `***` as reference (BCB manual 2.5 to
 * 2.8).
 */
export function dynamicBrCode(location: string, merchant: MerchantName): string {
  invariant(fitsCode(location), 'a location that fits no BR Code');
  const account = tlv('00', GUI) + tlv('25', urlOf(location));
  const open = [
    tlv('00', '01'),
    tlv('01', '12'),
    tlv('26', account),
    tlv('52', '0000'),
    tlv('53', '986'),
    tlv('58', 'BR'),
    tlv('59', asciiOf(merchant.name, MAX.name)),
    tlv('60', asciiOf(merchant.city, MAX.city)),
    tlv('62', tlv('05', '***')),
    '6304',
  ].join('');
  return open + crc16(open);
}

/**
 * Whether a code can be scanned at all: it ends in the CRC of everything before it. Banks are known to send
 * bad ones.
 */
export const hasValidCrc = (code: string): boolean =>
  code.length <= MAX.code && /6304[0-9A-F]{4}$/.test(code) && crc16(code.slice(0, -4)) === code.slice(-4);

/** CRC-16/CCITT-FALSE (0x1021, initial 0xFFFF) over UTF-8, as four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** What a bank shows of a charge that a code can be had from. */
type CodeSource = { readonly brCode: string | null; readonly location: string | null; readonly expiresAt: Date };

/**
 * The bank's own code if it can be scanned, else one built from the location; undefined when the bank gave
 * neither.
 */
export function pixCodeOf({ brCode, location, expiresAt }: CodeSource, merchant: MerchantName): PixCode | undefined {
  if (brCode !== null && hasValidCrc(brCode)) return { brCode, expiresAt };
  return location === null || !fitsCode(location)
    ? undefined
    : { brCode: dynamicBrCode(location, merchant), expiresAt };
}

const urlOf = (location: string): string => location.replace(/^https?:\/\//i, '');
const fitsCode = (location: string): boolean => /^[\x21-\x7E]+$/.test(location) && urlOf(location).length <= MAX.url;

const tlv = (id: string, value: string): string => id + String(value.length).padStart(2, '0') + value;

/** Plain ASCII, so that characters and bytes count the same. Names may be cut short; a location never is. */
function asciiOf(text: string, lengthMax: number): string {
  const plain = text
    .normalize('NFD')
    .replace(/[^\x20-\x7E]/g, '')
    .slice(0, lengthMax)
    .trim();
  return plain === '' ? 'PIX' : plain;
}
