import type { BankAsk, ReportUnknownStatus } from './bank-caller.ts';
import type { BankOperation } from './bank-connection.ts';
import { buildCashoutRequest } from './cashout-request.ts';
import { found, replied } from './classify.ts';
import type { BankProfile } from './profile.ts';
import { DUPLICATE_ID, notSupported, type PixProvider } from './provider.ts';
import { cashoutAnswered } from './read-cashout.ts';

type Cashouts = Pick<PixProvider, 'cashoutRequest' | 'sendPix' | 'getSentPix'>;

const NO_PIX_OUT = notSupported('this bank sends no Pix out');

/**
 * Pix sent out under an id of ours, as Efí has it: no part of the standard, so a bank has it only if its
 * profile says where.
 */
export function cashouts(
  ask: BankAsk,
  { pixKey, pixOutPath: root }: BankProfile,
  reportUnknown: ReportUnknownStatus,
): Cashouts {
  const cashoutRequest: Cashouts['cashoutRequest'] = (terms) => buildCashoutRequest(terms, pixKey);
  if (root === null) return { cashoutRequest, sendPix: async () => NO_PIX_OUT, getSentPix: async () => NO_PIX_OUT };
  const cashoutRead = (id: string) => (json: unknown) => reportUnknown('cashout', cashoutAnswered(json, id));
  return {
    cashoutRequest,

    async sendPix({ id, body }, call) {
      const path = `${root}/${encodeURIComponent(id)}`;
      const operation: BankOperation = { name: 'sendPix', method: 'PUT', path, body };
      const outcome = await ask(operation, call?.deadlineMs);
      // Whatever the bank calls it: the id is taken, by this very Pix or by another. Only asking tells.
      if (outcome.kind === 'declined' && outcome.status === 409) return { ...outcome, code: DUPLICATE_ID };
      return replied(outcome, cashoutRead(id));
    },

    async getSentPix(id, call) {
      const path = `${root}/enviados/id-envio/${encodeURIComponent(id)}`;
      return found(await ask({ name: 'getSentPix', method: 'GET', path }, call?.deadlineMs), cashoutRead(id));
    },
  };
}
