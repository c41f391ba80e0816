import type { BankAsk, ReportUnknownStatus } from './bank-caller.ts';
import type { BankOperation } from './bank-connection.ts';
import { type BankReply, found, replied } from './classify.ts';
import type { Failure } from './outcome.ts';
import { DUPLICATE_ID, type PixOutRequest, WRONG_OWNER } from './pix-out.ts';
import { buildPixOutRequest } from './pix-out-request.ts';
import type { BankProfile, PixOutProfile } from './profile.ts';
import { notSupported, type PixProvider } from './provider.ts';
import { keyOwnerAnswered } from './read-key-owner.ts';
import { hasUnrecognisedReturn, pixOutAnswered } from './read-pix-out.ts';

type PixOuts = Pick<PixProvider, 'pixOutRequest' | 'sendPix' | 'getSentPix' | 'getKeyOwner'>;

const NO_PIX_OUT = notSupported('this bank sends no Pix out');
const NO_DESTINATION = notSupported('this bank sends no Pix to such a destination');
const NO_OWNER = notSupported('this bank does not say who owns a key');

const UNRECOGNISED = { kind: 'pending', value: { status: 'unrecognised' } } as const;

/** Our simulator's word; Efí checks the owner too, and publishes no name for it. */
const OTHER_OWNER = 'favorecido_documento_divergente';

/**
 * Pix sent out under an id of ours, as Efí has it: no part of the standard, so a bank has it only if its
 * profile says where.
 */
export function pixOuts(ask: BankAsk, { pixKey, pixOut }: BankProfile, reportUnknown: ReportUnknownStatus): PixOuts {
  const pixOutRead = (id: string) => (json: unknown) => {
    if (hasUnrecognisedReturn(json)) reportUnknown('return of a pix_out', UNRECOGNISED);
    return reportUnknown('pix_out', pixOutAnswered(json, id));
  };
  return {
    pixOutRequest: (terms) => buildPixOutRequest(terms, pixKey),

    async sendPix(request, call) {
      if (pixOut === null) return NO_PIX_OUT;
      if (!pixOut.destinations.includes(request.kind)) return NO_DESTINATION;
      const outcome = await ask(sendOperation(pixOut, request), call);
      return replied(refusalIn(outcome), pixOutRead(request.id));
    },

    async getSentPix(id, call) {
      if (pixOut === null) return NO_PIX_OUT;
      const path = `${pixOut.path}/enviados/id-envio/${encodeURIComponent(id)}`;
      return found(await ask({ name: 'getSentPix', method: 'GET', path }, call), pixOutRead(id));
    },

    async getKeyOwner(key, call) {
      const path = pixOut?.keyOwnerPath ?? null;
      if (path === null) return NO_OWNER;
      return found(await ask(keyOwnerOperation(path, key), call), (json) => keyOwnerAnswered(json, key));
    },
  };
}

/**
 * The key is in the body: an address is written into logs that nobody of ours sees. What the directory
 * allows, and its trouble, are not the bank's.
 */
export const keyOwnerOperation = (path: string, key: string): BankOperation => ({
  name: 'getKeyOwner',
  method: 'POST',
  path,
  body: JSON.stringify({ chave: key }),
  pool: 'directory',
});

function sendOperation({ path: root }: PixOutProfile, { id, kind, body }: PixOutRequest): BankOperation {
  const path = `${root}/${encodeURIComponent(id)}`;
  return { name: 'sendPix', method: 'PUT', path: kind === 'br_code' ? `${path}/qrcode` : path, body };
}

/**
 * A refusal by the port's words. Whatever a bank calls it: an id is taken, by this very Pix or by
 * another, and only asking tells.
 */
function refusalIn(outcome: BankReply | Failure): BankReply | Failure {
  if (outcome.kind !== 'declined') return outcome;
  if (outcome.means === 'taken') return { ...outcome, code: DUPLICATE_ID };
  return outcome.code === OTHER_OWNER ? { ...outcome, code: WRONG_OWNER } : outcome;
}
