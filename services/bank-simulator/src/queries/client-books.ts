import { Problem } from '../domain/problem.ts';
import type { BankStores } from '../store/open-stores.ts';
import type { Total } from '../store/pix.ts';

type Sum = { readonly count: number; readonly amount: number };

const NONE: Sum = { count: 0, amount: 0 };
const sumOf = (totals: readonly Total[], status: string): Sum => {
  const found = totals.find(({ _id }) => _id === status);
  return found === undefined ? NONE : { count: found.count, amount: found.amount };
};

/**
 * All of a client's money in centavos, by what became of it. What is under way has left `available` and not
 * yet `balance`.
 */
export async function clientBooks({ clients, pix, pixOut }: BankStores, clientId: string) {
  const client = await clients.get(clientId);
  if (client === undefined) throw new Problem('NaoEncontrado');
  const [{ received, returned }, outgoing] = await Promise.all([pix.totals(clientId), pixOut.totals(clientId)]);
  const arrived = sumOf(received, 'received');
  const back = byStatus(returned, ['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']);
  const out = byStatus(outgoing.sent, ['EM_PROCESSAMENTO', 'REALIZADO', 'NAO_REALIZADO']);
  const cameBack = sumOf(outgoing.cameBack, 'came_back');
  const balance = arrived.amount - back.DEVOLVIDO.amount - out.REALIZADO.amount + cameBack.amount;
  return {
    client_id: clientId,
    pix_key: client.pixKey,
    received: arrived,
    returned: back,
    sent: out,
    came_back: cameBack,
    balance,
    available: balance - back.EM_PROCESSAMENTO.amount - out.EM_PROCESSAMENTO.amount,
  };
}

const byStatus = <S extends string>(totals: readonly Total[], statuses: readonly S[]): Readonly<Record<S, Sum>> =>
  Object.fromEntries(statuses.map((status) => [status, sumOf(totals, status)])) as Record<S, Sum>;
