import type { BankAsk, Told } from './bank-caller.ts';
import type { Operation } from './bank-connection.ts';
import { isAbsent } from './classify.ts';
import type { Failure } from './outcome.ts';
import { DUPLICATE_ID, NOT_SUPPORTED, type PixProvider } from './provider.ts';
import { cashoutAnswered } from './read-cashout.ts';

const NO_PIX_OUT: Failure = { kind: 'declined', code: NOT_SUPPORTED, message: 'this bank sends no Pix out', status: 0 };

/** Pix sent out under an id of ours, as Efí has it: no part of the standard, so a bank has it only if its profile says where. */
export function cashouts(ask: BankAsk, root: string | null, told: Told): Pick<PixProvider, 'sendPix' | 'getSentPix'> {
  if (root === null) return { sendPix: async () => NO_PIX_OUT, getSentPix: async () => NO_PIX_OUT };
  return {
    async sendPix({ id, body }, call) {
      const path = `${root}/${encodeURIComponent(id)}`;
      const operation: Operation = { name: 'sendPix', method: 'PUT', path, body };
      const outcome = await ask(operation, call?.deadlineMs);
      // Whatever the bank calls it: the id is taken, by this very Pix or by another. Only asking tells.
      if (outcome.kind === 'declined' && outcome.status === 409) return { ...outcome, code: DUPLICATE_ID };
      return outcome.kind === 'done' ? told('cashout', cashoutAnswered(outcome.json, id)) : outcome;
    },

    async getSentPix(id, call) {
      const path = `${root}/enviados/id-envio/${encodeURIComponent(id)}`;
      const outcome = await ask({ name: 'getSentPix', method: 'GET', path }, call?.deadlineMs);
      if (isAbsent(outcome)) return { kind: 'done', value: null };
      return outcome.kind === 'done' ? told('cashout', cashoutAnswered(outcome.json, id)) : outcome;
    },
  };
}
