import type { Txid } from '@gx/core';
import type { BankAsk, ReportUnknownStatus } from './bank-caller.ts';
import type { BankOperation } from './bank-connection.ts';
import { found, replied } from './classify.ts';
import { buildCobRequest } from './cob-request.ts';
import type { PixProvider } from './provider.ts';
import { quoteCharge } from './quote-charge.ts';
import type { CobReader } from './read-cob.ts';

const pathOf = (txid: Txid): string => `/cob/${encodeURIComponent(txid)}`;

const getOperation = (txid: Txid): BankOperation => ({ name: 'getCharge', method: 'GET', path: pathOf(txid) });

type Charges = Pick<PixProvider, 'chargeRequest' | 'createCharge' | 'getCharge' | 'quoteCharge' | 'cancelCharge'>;

/** Charges under a txid of ours (`/cob/{txid}`). */
export function charges(
  ask: BankAsk,
  { pixKey, readCob }: { readonly pixKey: string; readonly readCob: CobReader },
  reportUnknown: ReportUnknownStatus,
): Charges {
  const cobRead = (txid: Txid) => (json: unknown) => reportUnknown('charge', readCob(json, txid));

  return {
    chargeRequest: (terms) => buildCobRequest(terms, pixKey),

    async createCharge({ txid, body }, call) {
      const operation: BankOperation = { name: 'createCharge', method: 'PUT', path: pathOf(txid), body };
      return replied(await ask(operation, call), cobRead(txid));
    },

    async getCharge(txid, call) {
      return found(await ask(getOperation(txid), call), cobRead(txid));
    },

    async quoteCharge(txid, call) {
      return found(await ask(getOperation(txid), call), (json) => quoteCharge(json, txid));
    },

    async cancelCharge(txid, call) {
      const body = JSON.stringify({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
      const operation: BankOperation = { name: 'cancelCharge', method: 'PATCH', path: pathOf(txid), body };
      const outcome = replied(await ask(operation, call), cobRead(txid));
      if (outcome.kind !== 'done' || outcome.value.status.startsWith('removed')) return outcome;
      return { kind: 'pending', value: outcome.value };
    },
  };
}
