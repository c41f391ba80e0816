import type { Txid } from '@gx/core';
import type { BankAsk, ReportUnknownStatus } from './bank-caller.ts';
import type { BankOperation } from './bank-connection.ts';
import { type BankReply, isAbsent } from './classify.ts';
import { buildCobRequest } from './cob-request.ts';
import type { Failure, Outcome } from './outcome.ts';
import type { PixProvider, ProviderCharge } from './provider.ts';
import { quoteCharge } from './quote-charge.ts';
import { readCob } from './read-cob.ts';

const pathOf = (txid: Txid): string => `/cob/${encodeURIComponent(txid)}`;

const getOperation = (txid: Txid): BankOperation => ({ name: 'getCharge', method: 'GET', path: pathOf(txid) });

type Charges = Pick<PixProvider, 'chargeRequest' | 'createCharge' | 'getCharge' | 'quoteCharge' | 'cancelCharge'>;

/** Charges under a txid of ours (`/cob/{txid}`). */
export function charges(ask: BankAsk, pixKey: string, reportUnknown: ReportUnknownStatus): Charges {
  const cobOf = (outcome: BankReply | Failure, txid: Txid): Outcome<ProviderCharge> =>
    outcome.kind === 'done' ? reportUnknown('charge', readCob(outcome.json, txid)) : outcome;

  return {
    chargeRequest: (terms) => buildCobRequest(terms, pixKey),

    async createCharge({ txid, body }, call) {
      const operation: BankOperation = { name: 'createCharge', method: 'PUT', path: pathOf(txid), body };
      return cobOf(await ask(operation, call?.deadlineMs), txid);
    },

    async getCharge(txid, call) {
      const outcome = await ask(getOperation(txid), call?.deadlineMs);
      return isAbsent(outcome) ? { kind: 'done', value: null } : cobOf(outcome, txid);
    },

    async quoteCharge(txid, call) {
      const outcome = await ask(getOperation(txid), call?.deadlineMs);
      if (isAbsent(outcome)) return { kind: 'done', value: null };
      return outcome.kind === 'done' ? quoteCharge(outcome.json, txid) : outcome;
    },

    async cancelCharge(txid, call) {
      const body = JSON.stringify({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
      const operation: BankOperation = { name: 'cancelCharge', method: 'PATCH', path: pathOf(txid), body };
      const outcome = cobOf(await ask(operation, call?.deadlineMs), txid);
      if (outcome.kind !== 'done' || outcome.value.status.startsWith('removed')) return outcome;
      return { kind: 'pending', value: outcome.value };
    },
  };
}
