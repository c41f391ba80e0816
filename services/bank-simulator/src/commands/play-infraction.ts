import { randomInt, randomUUID } from 'node:crypto';
import {
  decideInfraction,
  type Infraction,
  type InfractionReason,
  openInfraction,
  returnFor,
} from '../domain/infraction.ts';
import type { Devolution, Pix } from '../domain/pix.ts';
import type { BankStores } from '../store/open-stores.ts';
import { infractionJson } from '../wire/infraction-json.ts';
import { makeBankReturn } from './make-bank-return.ts';
import { type CallbackPlan, planCallback, reportCallback } from './plan-callback.ts';

/**
 * What a tester wants of a payer and of the bank. `devolution`: what becomes of the money when it is lost.
 */
export type PlayedInfraction = {
  readonly outcome: 'opened' | 'won' | 'lost';
  readonly id?: string;
  readonly amount?: Infraction['amount'];
  readonly reason: InfractionReason;
  readonly dueAt?: Date;
  readonly devolution: Devolution['status'] | 'none';
  readonly callback: Partial<CallbackPlan>;
};
export type InfractionResult =
  | { readonly ok: true; readonly infraction: Infraction }
  | { readonly ok: false; readonly field: 'amount' | 'outcome' | 'id'; readonly why: string };

const refused = (field: 'amount' | 'outcome' | 'id', why: string): InfractionResult => ({ ok: false, field, why });

/**
 * A payer contests a Pix, or the bank decides the case that was opened last; where there is none it is opened
 * and decided at once. What is lost goes back to the payer.
 */
export async function playInfraction(
  stores: BankStores,
  pix: Pix,
  { now, ...order }: PlayedInfraction & Moment,
): Promise<InfractionResult> {
  const all = await stores.infractions.ofPix(pix.clientId, pix.endToEndId);
  const named = order.id === undefined ? undefined : all.find(({ id }) => id === order.id);
  if (order.outcome === 'opened')
    return named === undefined ? open(stores, pix, { ...order, now }) : { ok: true, infraction: named };
  const undecided = all.findLast(({ status }) => status === 'ABERTA' || status === 'EM_DEFESA');
  const known = order.id === undefined ? undecided : named;
  const decidedAs = order.outcome === 'won' ? 'REJEITADA' : 'ACEITA';
  const decided =
    known === undefined
      ? await open(stores, pix, { ...order, now, decidedAs })
      : await decide(stores, known, { ...order, now, decidedAs });
  if (decided.ok && order.outcome === 'lost') await returnContested(stores, decided.infraction, { ...order, now });
  return decided;
}

type Moment = { readonly now: Date };
type Deciding = PlayedInfraction & Moment & { readonly decidedAs: 'ACEITA' | 'REJEITADA' };

async function open(
  stores: BankStores,
  pix: Pix,
  {
    id = randomUUID(),
    amount,
    reason,
    dueAt,
    callback: requested,
    now,
    decidedAs,
  }: PlayedInfraction & Moment & Partial<Deciding>,
): Promise<InfractionResult> {
  const terms = { id, protocol: randomInt(1, 1_000_000_000), reason };
  const opened = openInfraction(
    pix,
    { ...terms, ...(amount === undefined ? {} : { amount }), ...(dueAt === undefined ? {} : { dueAt }) },
    now,
  );
  if (typeof opened === 'string') return refused('amount', opened);
  const infraction = decidedAs === undefined ? opened : (decideInfraction(opened, decidedAs, now) ?? opened);
  const plan = await planOf(stores, infraction, requested);
  const callback = reportCallback(infraction, infractionJson(infraction), { plan, now });
  return (await stores.infractions.open(infraction, callback))
    ? { ok: true, infraction }
    : refused('id', 'is of another report');
}

async function decide(
  stores: BankStores,
  known: Infraction,
  { callback: requested, decidedAs, now }: Deciding,
): Promise<InfractionResult> {
  const plan = await planOf(stores, known, requested);
  const after = await stores.infractions.change(known, (infraction) => {
    const result = decideInfraction(infraction, decidedAs, now);
    if (result === undefined || result === infraction) return { result };
    return { result, value: result, callback: reportCallback(result, infractionJson(result), { plan, now }) };
  });
  return after === undefined ? refused('outcome', `cannot follow ${known.status}`) : { ok: true, infraction: after };
}

/** The bank returns what an accepted report contests, under an id that follows from it: once. */
export async function returnContested(
  stores: BankStores,
  infraction: Infraction,
  { devolution, callback, now }: Pick<PlayedInfraction, 'devolution' | 'callback'> & Moment,
): Promise<void> {
  const pix = await stores.pix.get(infraction.clientId, infraction.endToEndId);
  const order = pix && returnFor(infraction, pix);
  if (pix === undefined || order === undefined || devolution === 'none') return;
  await makeBankReturn(stores, pix, { ...order, status: devolution, callback }, now);
}

export const planOf = (
  stores: BankStores,
  { clientId, chave, txid, endToEndId }: Infraction,
  requested: Partial<CallbackPlan>,
): Promise<CallbackPlan | undefined> =>
  planCallback(stores, { clientId, chave }, { operation: 'callback_infraction', txid: txid ?? endToEndId, requested });
