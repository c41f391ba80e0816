import { type Cents, readBrCode } from '@gx/core';
import type { SimulatedBank } from '../bank.ts';
import type { Client } from '../domain/client.ts';
import type { RejectionReason } from '../domain/payer-bank.ts';
import { Problem } from '../domain/problem.ts';

/** What the payer holds: a BR Code; or, for a tester, a txid or a bare key. */
export type WhomToPay = { readonly [K in 'brCode' | 'txid' | 'pixKey']: string | undefined };
/** Whose account the money will reach, and under which txid, if under one. */
export type Receiver = { readonly client: Client; readonly txid?: string; readonly codeAmount?: Cents };
export type AddresseeRefusal = { readonly reason: RejectionReason };
/** The charge at a location, or an account. */
type Addressee = { readonly token: string } | Receiver;
type AddresseeResult = Promise<Addressee | AddresseeRefusal>;

/**
 * Follows the payer's code, as far as a payer's bank can: to a location, by DICT to an account, or (tests
 * only) by the txid.
 */
export async function findAddressee(
  bank: SimulatedBank,
  { brCode, txid, pixKey, force }: WhomToPay & { readonly force: boolean },
): AddresseeResult {
  if (brCode !== undefined) return byCode(bank, brCode);
  if (txid !== undefined) return byTxid(bank, txid, { pixKey, force });
  if (pixKey !== undefined) return byKey(bank, pixKey);
  throw new Problem('RequisicaoInvalida', [{ razao: 'br_code, txid or pix_key is needed', propriedade: 'br_code' }]);
}

async function byCode(bank: SimulatedBank, text: string): AddresseeResult {
  const code = readBrCode(text);
  if (typeof code === 'string') return { reason: code };
  if (code.kind === 'dynamic') {
    const token = locationToken(bank, code.location);
    return token === undefined ? { reason: 'foreign_location' } : { token };
  }
  return byKey(bank, code.key, {
    ...(code.txid && { txid: code.txid }),
    ...(code.amount !== undefined && { codeAmount: code.amount }),
  });
}

/** What names a charge at a location of this bank; undefined: the location is another bank's. */
export function locationToken({ locationHost }: SimulatedBank, location: string): string | undefined {
  const prefix = `${locationHost}/qr/v2/`;
  return location.startsWith(prefix) ? location.slice(prefix.length) : undefined;
}

/**
 * A forced Pix under a txid that no cob has still arrives at the key: an unmatched payment that the receiver
 * did not ask for.
 */
async function byTxid(
  { cobs, clients }: SimulatedBank,
  txid: string,
  { pixKey, force }: { readonly pixKey: string | undefined; readonly force: boolean },
): AddresseeResult {
  const client = pixKey === undefined ? undefined : await clients.byPixKey(pixKey);
  const found = (await cobs.byTxid(txid)).filter((cob) => client === undefined || cob.clientId === client.clientId);
  const [cob, another] = found;
  if (another !== undefined)
    throw new Problem('RequisicaoInvalida', [
      { razao: 'several receivers use this txid: name the pix_key', propriedade: 'txid' },
    ]);
  if (cob !== undefined) return { token: cob.location.token };
  return force && client !== undefined ? { client, txid } : { reason: 'unknown_charge' };
}

async function byKey(
  { clients }: SimulatedBank,
  key: string,
  rest: Pick<Receiver, 'txid' | 'codeAmount'> = {},
): Promise<Receiver | AddresseeRefusal> {
  const client = await clients.byPixKey(key);
  return client === undefined ? { reason: 'unknown_key' } : { client, ...rest };
}
