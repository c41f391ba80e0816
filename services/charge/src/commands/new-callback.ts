import { unreachable } from '@gx/core';
import type { PixElement } from '@gx/providers';
import type { Cipher } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import type { NewCallback } from '../store/callbacks.ts';

export type CallbackDetails = Pick<
  NewCallback,
  | 'elementKey'
  | 'endToEndId'
  | 'txid'
  | 'problems'
  | 'pixOutId'
  | 'devolved'
  | 'orderReference'
  | 'infractionId'
  | 'isOfAcquirer'
>;
type CallbackOrigin = Pick<NewCallback, 'receivedAt' | 'traceparent'> & {
  readonly bank: Pick<Bank, 'id' | 'livemode'>;
  readonly cipher: Cipher;
};

/** More than any bank keeps in one element. What could not be read is kept whole: it will be read again. */
const RAW_MAX = 16_384;

export const NO_DETAILS = { endToEndId: null, txid: null, problems: null, pixOutId: null, devolved: false } as const;

/** An element that a bank wrote, to be stored with what it wrote. */
export const newCallback = (origin: CallbackOrigin, element: PixElement): NewCallback =>
  storedWith(origin, detailsOf(element), element.raw);

/** The same of details that were read otherwise. */
export const storedWith = (
  { bank, cipher, receivedAt, traceparent }: CallbackOrigin,
  details: CallbackDetails,
  raw: unknown,
): NewCallback => ({
  ...details,
  bankProfileId: bank.id,
  livemode: bank.livemode,
  traceparent,
  receivedAt,
  encrypted: cipher.encrypt(rawOf(raw).slice(0, details.problems === null ? RAW_MAX : undefined)),
});

const rawOf = (raw: unknown): string => (typeof raw === 'string' ? raw : JSON.stringify(raw));

function detailsOf(element: PixElement): CallbackDetails {
  const { key: elementKey, kind } = element;
  switch (kind) {
    case 'payment': {
      const { endToEndId, txid, devolutions } = element.payment;
      return { ...NO_DETAILS, elementKey, endToEndId, txid, devolved: devolutions.length > 0 };
    }
    case 'pix_out':
      return { ...NO_DETAILS, elementKey, pixOutId: element.pixOut.id };
    case 'infraction':
      return { ...NO_DETAILS, elementKey, infractionId: element.infractionId };
    case 'unreadable':
      return { ...NO_DETAILS, elementKey, problems: [...element.problems] };
    default:
      return unreachable(kind);
  }
}
