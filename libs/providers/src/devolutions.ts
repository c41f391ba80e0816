import type { BankAsk, ReportUnknownStatus } from './bank-caller.ts';
import type { BankOperation } from './bank-connection.ts';
import { found, replied } from './classify.ts';
import { buildDevolutionRequest } from './devolution-request.ts';
import type { PixProvider } from './provider.ts';
import { devolutionAnswered } from './read-devolution.ts';

type Devolutions = Pick<PixProvider, 'devolutionRequest' | 'requestDevolution' | 'getDevolution'>;

/** Money of a Pix sent back, under an id of ours (`/pix/{e2eid}/devolucao/{id}`). */
export function devolutions(ask: BankAsk, reportUnknown: ReportUnknownStatus): Devolutions {
  const path = (endToEndId: string, id: string): string =>
    `/pix/${encodeURIComponent(endToEndId)}/devolucao/${encodeURIComponent(id)}`;
  const devolutionRead = (id: string) => (json: unknown) => reportUnknown('devolution', devolutionAnswered(json, id));
  return {
    devolutionRequest: buildDevolutionRequest,

    async requestDevolution({ endToEndId, id, body }, call) {
      const operation: BankOperation = { name: 'requestDevolution', method: 'PUT', path: path(endToEndId, id), body };
      return replied(await ask(operation, call), devolutionRead(id));
    },

    async getDevolution(endToEndId, id, call) {
      const operation: BankOperation = { name: 'getDevolution', method: 'GET', path: path(endToEndId, id) };
      return found(await ask(operation, call), devolutionRead(id));
    },
  };
}
