import { crc16, type EmvObject, readObjects, writeObject } from './emv.ts';
import { invariant } from './invariant.ts';
import { type Cents, cents } from './money.ts';

const GUI = 'br.gov.bcb.pix';
/** Limits of the BCB manual, 2.5 to 2.8, in characters. */
const MAX = { location: 77, name: 25, city: 15, code: 512 } as const;

/**
 * What a payer finds in a BR Code: a location to ask (dynamic), or a key (static), and perhaps an amount,
 * which a dynamic code should not carry (BCB manual 2.5 to 2.8).
 */
export type BrCode = { readonly amount?: Cents } & (
  | { readonly kind: 'dynamic'; readonly location: string }
  | { readonly kind: 'static'; readonly key: string; readonly txid?: string }
);
/** Why a payer's app shows "this code is not valid" before it asks anybody. */
export type BrCodeFault = 'malformed_br_code' | 'bad_crc';

/** Who is named in a code; the payer's app shows the name that the key's register holds. */
export type MerchantName = { readonly name: string; readonly city: string };

/** Whether a code of this location can be built; its scheme does not count. */
export const fitsBrCode = (location: string): boolean =>
  /^[\x21-\x7E]+$/.test(location) && withoutScheme(location).length <= MAX.location;

/**
 * The dynamic BR Code of a payload location: single use, no amount, `***` as reference (BCB manual 2.5 to
 * 2.8).
 */
export function dynamicBrCode(location: string, merchant: MerchantName): string {
  invariant(fitsBrCode(location), 'a location that fits no BR Code');
  const account = writeObject('00', GUI.toUpperCase()) + writeObject('25', withoutScheme(location));
  const open = [
    writeObject('00', '01'),
    writeObject('01', '12'),
    writeObject('26', account),
    writeObject('52', '0000'),
    writeObject('53', '986'),
    writeObject('58', 'BR'),
    writeObject('59', asciiOf(merchant.name, MAX.name)),
    writeObject('60', asciiOf(merchant.city, MAX.city)),
    writeObject('62', writeObject('05', '***')),
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

/**
 * Reads a BR Code as strictly as a payer's app: every length, the order of the frame, the CRC, exactly one
 * Pix account.
 */
export function readBrCode(text: string): BrCode | BrCodeFault {
  if (text.length > MAX.code || !/6304[0-9A-Fa-f]{4}$/.test(text)) return 'malformed_br_code';
  const objects = readObjects(text);
  if (objects === undefined || !framed(objects)) return 'malformed_br_code';
  if (crc16(text.slice(0, -4)) !== text.slice(-4).toUpperCase()) return 'bad_crc';
  const written = field(objects, '54');
  const amount = written === undefined ? undefined : amountOf(written);
  if (written !== undefined && amount === undefined) return 'malformed_br_code';
  const accounts = objects.filter(({ id }) => id >= '26' && id <= '51').map(({ value }) => readObjects(value));
  const pix = accounts.find((fields) => fields && field(fields, '00')?.toLowerCase() === GUI);
  const [key, location] = pix === undefined ? [] : [field(pix, '01'), field(pix, '25')];
  // One of the two says where the money goes.
  if ((key === undefined) === (location === undefined)) return 'malformed_br_code';
  const withAmount = amount === undefined ? {} : { amount };
  if (location !== undefined) return { kind: 'dynamic', location, ...withAmount };
  const txid = field(readObjects(field(objects, '62') ?? '') ?? [], '05');
  return { kind: 'static', key: key ?? '', ...withAmount, ...(txid === undefined || txid === '***' ? {} : { txid }) };
}

/** Field 54, in reais; it may leave decimals out. */
function amountOf(written: string): Cents | undefined {
  const [, reais = '', centavos = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(written) ?? [];
  return reais === '' ? undefined : cents(Number(reais + centavos.padEnd(2, '0')));
}

/**
 * First `00` = `01`, last the CRC, ids ascending and unique, the mandatory ones present, Brazil and reais.
 */
function framed(objects: readonly EmvObject[]): boolean {
  const ids = objects.map(({ id }) => id);
  const ascending = ids.every((id, i) => i === 0 || (ids[i - 1] ?? '') < id || id === '63');
  return (
    ascending &&
    new Set(ids).size === ids.length &&
    field(objects, '00') === '01' &&
    field(objects, '53') === '986' &&
    field(objects, '58') === 'BR' &&
    ids.at(-1) === '63' &&
    ['52', '59', '60', '62'].every((id) => ids.includes(id)) &&
    (field(objects, '59') ?? '').length <= MAX.name &&
    (field(objects, '60') ?? '').length <= MAX.city
  );
}

const field = (objects: readonly EmvObject[], id: string): string | undefined =>
  objects.find((object) => object.id === id)?.value;

const withoutScheme = (location: string): string => location.replace(/^https?:\/\//i, '');

/**
 * Plain ASCII, so that characters and bytes count the same. Names may be cut short; a key or a location never
 * is.
 */
function asciiOf(text: string, lengthMax: number): string {
  const plain = text
    .normalize('NFD')
    .replace(/[^\x20-\x7E]/g, '')
    .trim()
    .slice(0, lengthMax)
    .trim();
  return plain === '' ? 'PIX' : plain;
}
