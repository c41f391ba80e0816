import { invariant } from '@gx/core';
import { crc16, type EmvObject, readObjects, writeObject } from './emv.ts';

const GUI = 'br.gov.bcb.pix';

/**
 * What a payer's app finds in a BR Code: a location to ask (dynamic), or a key and perhaps an amount
 * (static).
 */
export type BrCode =
  | { readonly kind: 'dynamic'; readonly location: string }
  | { readonly kind: 'static'; readonly key: string; readonly amount?: string; readonly txid?: string };
/** Why an app shows "this code is not valid" before it asks anybody. */
export type BrCodeFault = 'malformed_br_code' | 'bad_crc';

/**
 * Builds the dynamic BR Code of a location (BCB manual 2.5 to 2.8): single use, no amount, `***` for the
 * reference.
 */
export function dynamicBrCode(receiver: {
  readonly name: string;
  readonly city: string;
  readonly location: string;
}): string {
  invariant(receiver.location.length <= 77, 'a location of more than 77 characters');
  const account = writeObject('00', GUI.toUpperCase()) + writeObject('25', receiver.location);
  const body = [
    writeObject('00', '01'),
    writeObject('01', '12'),
    writeObject('26', account),
    writeObject('52', '0000'),
    writeObject('53', '986'),
    writeObject('58', 'BR'),
    writeObject('59', plain(receiver.name, 25)),
    writeObject('60', plain(receiver.city, 15)),
    writeObject('62', writeObject('05', '***')),
    '6304',
  ].join('');
  return body + crc16(body);
}

/**
 * Reads a BR Code as strictly as a payer's app: every length, the order of the frame, the CRC, exactly one
 * Pix account.
 */
export function readBrCode(text: string): BrCode | BrCodeFault {
  if (text.length > 512 || !/6304[0-9A-Fa-f]{4}$/.test(text)) return 'malformed_br_code';
  const objects = readObjects(text);
  if (objects === undefined || !framed(objects)) return 'malformed_br_code';
  if (crc16(text.slice(0, -4)) !== text.slice(-4).toUpperCase()) return 'bad_crc';
  const accounts = objects.filter(({ id }) => id >= '26' && id <= '51').map(({ value }) => readObjects(value));
  const pix = accounts.find((fields) => fields && field(fields, '00')?.toLowerCase() === GUI);
  if (pix === undefined) return 'malformed_br_code';
  const location = field(pix, '25');
  const key = field(pix, '01');
  if (location !== undefined) return key === undefined ? { kind: 'dynamic', location } : 'malformed_br_code';
  return key === undefined ? 'malformed_br_code' : staticCode(key, objects);
}

function staticCode(key: string, objects: readonly EmvObject[]): BrCode | BrCodeFault {
  const amount = field(objects, '54');
  if (amount !== undefined && !/^\d{1,10}(\.\d{1,2})?$/.test(amount)) return 'malformed_br_code';
  const reference = field(readObjects(field(objects, '62') ?? '') ?? [], '05');
  return {
    kind: 'static',
    key,
    ...(amount === undefined ? {} : { amount }),
    ...(reference === undefined || reference === '***' ? {} : { txid: reference }),
  };
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
    (field(objects, '59') ?? '').length <= 25 &&
    (field(objects, '60') ?? '').length <= 15
  );
}

const field = (objects: readonly EmvObject[], id: string): string | undefined =>
  objects.find((object) => object.id === id)?.value;

/**
 * ASCII without accents, so that characters and bytes count the same. Names are cut, keys and locations
 * never.
 */
function plain(text: string, lengthMax: number): string {
  const ascii = text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, lengthMax)
    .trim();
  return ascii === '' ? 'NA' : ascii;
}
