import type { Cents } from '@gx/core';
import { readBrCode } from '../domain/br-code.ts';
import type { Client } from '../domain/client.ts';
import { readValor } from '../domain/money.ts';
import type { RejectionReason } from '../domain/payer-bank.ts';
import { Problem } from '../domain/problem.ts';
import type { ClientStore } from '../store/clients.ts';
import type { CobStore } from '../store/cobs.ts';

type Deps = { readonly cobs: CobStore; readonly clients: ClientStore; readonly locationHost: string };

/** What the payer holds: a BR Code; or, for a tester, a txid or a bare key. */
export type WhomToPay = { readonly brCode?: string; readonly txid?: string; readonly pixKey?: string };
/** Whose account the money will reach, and under which txid, if under one. */
export type Receiver = { readonly client: Client; readonly txid?: string; readonly codeAmount?: Cents };
export type AddresseeRefusal = { readonly reason: RejectionReason };
/** The charge at a location, or an account. */
type Addressee = { readonly token: string } | Receiver;
export type FindAddressee = (whom: WhomToPay & { readonly force: boolean }) => Promise<Addressee | AddresseeRefusal>;

/**
 * Follows the payer's code, as far as a payer's bank can: to a location, by DICT to an account, or (tests
 * only) by the txid.
 */
export const findAddressee =
  ({ cobs, clients, locationHost }: Deps): FindAddressee =>
  async ({ brCode, txid, pixKey, force }) => {
    if (brCode !== undefined) return byCode(brCode);
    if (txid !== undefined) return byTxid(txid, pixKey, force);
    if (pixKey !== undefined) return byKey(pixKey, {});
    throw new Problem('RequisicaoInvalida', [{ razao: 'br_code, txid or pix_key is needed', propriedade: 'br_code' }]);

    async function byCode(text: string): Promise<Addressee | AddresseeRefusal> {
      const code = readBrCode(text);
      if (typeof code === 'string') return { reason: code };
      if (code.kind === 'dynamic') return byLocation(code.location);
      const codeAmount = code.amount === undefined ? undefined : readValor(twoDecimals(code.amount));
      return byKey(code.key, {
        ...(code.txid && { txid: code.txid }),
        ...(codeAmount !== undefined && { codeAmount }),
      });
    }

    function byLocation(location: string): Addressee | AddresseeRefusal {
      const prefix = `${locationHost}/qr/v2/`;
      return location.startsWith(prefix) ? { token: location.slice(prefix.length) } : { reason: 'foreign_location' };
    }

    /**
     * A forced Pix under a txid that no cob has still arrives at the key: an unmatched payment that the
     * receiver did not ask for.
     */
    async function byTxid(id: string, key: string | undefined, forced: boolean): Promise<Addressee | AddresseeRefusal> {
      const owner = key === undefined ? undefined : await clients.byPixKey(key);
      const found = (await cobs.byTxid(id)).filter((cob) => owner === undefined || cob.clientId === owner.clientId);
      const [cob, another] = found;
      if (another !== undefined)
        throw new Problem('RequisicaoInvalida', [
          { razao: 'several receivers use this txid: name the pix_key', propriedade: 'txid' },
        ]);
      if (cob !== undefined) return { token: cob.location.token };
      return forced && owner !== undefined ? { client: owner, txid: id } : { reason: 'unknown_charge' };
    }

    async function byKey(
      key: string,
      rest: Pick<Receiver, 'txid' | 'codeAmount'>,
    ): Promise<Receiver | AddresseeRefusal> {
      const client = await clients.byPixKey(key);
      return client === undefined ? { reason: 'unknown_key' } : { client, ...rest };
    }
  };

/** Field 54 of a static code may leave decimals out; the standard's texts never do. */
function twoDecimals(amount: string): string {
  const [reais = '', centavos = ''] = amount.split('.');
  return `${reais}.${centavos.padEnd(2, '0')}`;
}
