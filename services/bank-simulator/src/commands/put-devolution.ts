import { randomBytes } from 'node:crypto';
import type { SimulatedBank } from '../bank.ts';
import type { Client } from '../domain/client.ts';
import {
  type DevolutionDecision,
  type DevolutionRequest,
  devolutionEnding,
  OUT_OF_FUNDS,
  refusalOf,
  returnMoney,
  TOO_LATE,
} from '../domain/devolution.ts';
import type { Devolution, Pix } from '../domain/pix.ts';
import { Problem } from '../domain/problem.ts';
import type { BankScenario } from '../domain/scenarios.ts';
import type { DocumentChange } from '../store/documents.ts';
import { pixJson } from '../wire/pix-json.ts';
import { changePix } from './change-pix.ts';
import { callbackOf, planCallback } from './plan-callback.ts';

export type PutDevolution = DevolutionRequest & { readonly endToEndId: string };

/**
 * Sends money of a Pix back. The rule of the standard is that an id serves once, even for the same request
 * again.
 */
export const putDevolution = (
  bank: SimulatedBank,
  { clientId }: Client,
  { endToEndId, ...request }: PutDevolution,
  now: Date,
): Promise<Devolution> => bank.inTurn(endToEndId, () => put(bank, { clientId, endToEndId }, { request, now }));

type Whose = { readonly clientId: string; readonly endToEndId: string };
type TimedRequest = { readonly request: DevolutionRequest; readonly now: Date };

async function put(
  bank: SimulatedBank,
  { clientId, endToEndId }: Whose,
  { request, now }: TimedRequest,
): Promise<Devolution> {
  const pix = await bank.pix.get(clientId, endToEndId);
  if (pix === undefined) throw await notReturnable(bank, clientId, endToEndId);
  const about = { operation: 'devolution_put', clientId, txid: pix.txid ?? endToEndId } as const;
  const repeated = pix.devolutions.find(({ id }) => id === request.id);
  if (repeated !== undefined && isSame(repeated, request)) {
    const scenario = await bank.scenarios.claim({ ...about, decides: 'repeat' });
    if (scenario !== undefined) return repeated;
  }
  refuse(refusalOf(pix, request, now));
  const scenario = await bank.scenarios.claim({ ...about, decides: 'money' });
  refuse(scenario && refusalBy(scenario));
  return open(bank, pix, { request, now, scenario });
}

type Order = TimedRequest & { readonly scenario: BankScenario | undefined };

/**
 * Decided on the Pix as it is inside the transaction, so two requests at once never return more than arrived.
 */
async function open(
  bank: SimulatedBank,
  { clientId, endToEndId, txid, chave }: Pix,
  order: Order,
): Promise<Devolution> {
  const { request, now, scenario } = order;
  const ending = devolutionEnding(scenario);
  const endsNow = ending?.afterMs === 0 && txid !== undefined;
  const plan = endsNow
    ? await planCallback(bank, { clientId, chave }, { operation: 'callback_devolution', txid })
    : undefined;
  const decide = (current: Pix): DocumentChange<Pix, DevolutionDecision> => {
    const result = returnMoney(current, request, { now, random: randomBytes(11), ending });
    if (!result.ok) return { result };
    return { result, value: result.pix, callback: callbackOf(result.pix, pixJson(result.pix), { plan, now }) };
  };
  const decision = await changePix(bank, { clientId, endToEndId }, decide, now);
  if (decision === undefined) throw new Problem('PixNaoEncontrado');
  if (!decision.ok) throw new Problem('PixDevolucaoInvalida', [decision.violation]);
  bank.triggerSettle();
  return decision.devolution;
}

const isSame = (one: Devolution, { amount, descricao }: DevolutionRequest): boolean =>
  one.amount === amount && one.descricao === descricao;

function refuse(decision: DevolutionDecision | undefined): void {
  if (decision?.ok === false) throw new Problem('PixDevolucaoInvalida', [decision.violation]);
}

function refusalBy({ kind, accept }: BankScenario): DevolutionDecision | undefined {
  if (kind === 'too_late') return TOO_LATE;
  return kind === 'short_of_funds' && accept === false ? OUT_OF_FUNDS : undefined;
}

/**
 * Money that was itself a return stays where it went (SPI reason AG13, pix.md 1.4); anything else is not this
 * client's.
 */
async function notReturnable({ pix }: SimulatedBank, clientId: string, endToEndId: string): Promise<Problem> {
  if (!(await pix.hasReturn(clientId, endToEndId))) return new Problem('PixNaoEncontrado');
  const razao = 'AG13: A devolução de uma devolução não é permitida.';
  return new Problem('PixDevolucaoInvalida', [{ razao, propriedade: 'e2eid' }]);
}
