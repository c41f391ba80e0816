import { SERVICES } from '@gx/contracts';
import type {
  EndHoldRequest,
  Hold,
  ListPostedEntriesRequest,
  PlaceHoldRequest,
  PostPayoutReturnRequest,
} from '@gx/contracts/ledger';
import { notFound, type Reason, Refusal, unavailable } from '@gx/core';
import type { Host } from '@gx/runtime';
import { serveRpcs } from '../serve-rpcs.ts';
import { testHost } from '../test-host.ts';

type StoppableHost = Host & { readonly stop: () => Promise<void> };

/**
 * What a call to the ledger suffers: refused, no answer before or after it took effect, or a word with the
 * test first.
 */
export type LedgerTrouble = 'unavailable' | 'mute_before' | 'mute_after' | ((proceed: () => void) => void);
type Method = 'PlaceHold' | 'CommitHold' | 'VoidHold' | 'PostPayoutReturn';
type StandInHold = {
  state: Hold['state'];
  held: number;
  amount: number;
  fee: number;
  /** What came back of it, by the id of the return. */
  returns?: Readonly<Record<string, number>>;
};

/** Money that is set aside, spent and given back, as services that send money see it. */
export type StandInLedger = {
  readonly address: string;
  /** Available money by account; one that is not here has plenty. */
  readonly available: Map<string, number>;
  readonly holds: Map<string, StandInHold>;
  /** References of entries that stand, and how often somebody asked for some. */
  readonly booked: Set<string>;
  queries: number;
  /** Until it is up again, nobody can ask it what stands. */
  down: boolean;
  /** And how often in vain. */
  refused: number;
  /** Every call that came, in order: `PlaceHold refund:…`. */
  readonly calls: string[];
  /** Every hold that was asked for, as it came. */
  readonly placed: PlaceHoldRequest[];
  /** What the next calls of a method suffer, one each. */
  readonly trouble: (method: Method, ...troubles: readonly LedgerTrouble[]) => void;
  /** Takes back what a method would still suffer. */
  readonly heal: (method: Method) => void;
  /**
   * From now on every call of a method takes effect and nobody hears of it, until the answer to this is
   * called.
   */
  readonly silence: (method: Method) => () => void;
  readonly stop: () => Promise<void>;
};

const PLENTY = 1_000_000_000;
const MUTE_MS = 15_000;

/** `ledger`, with the real rules of holds: idempotent by reference, in any order, never below zero. */
export async function startStandInLedger(host: StoppableHost = testHost('ledger')): Promise<StandInLedger> {
  const troubles: Record<Method, LedgerTrouble[]> = {
    PlaceHold: [],
    CommitHold: [],
    VoidHold: [],
    PostPayoutReturn: [],
  };
  const state = { available: new Map<string, number>(), holds: new Map<string, StandInHold>() };
  const calls: string[] = [];
  const placed: PlaceHoldRequest[] = [];
  const silenced = new Map<Method, Promise<void>>();
  const acts = {
    PlaceHold: (request: PlaceHoldRequest) => place(state, request),
    CommitHold: (request: EndHoldRequest) => commit(state, request),
    VoidHold: (request: EndHoldRequest) => voidHold(state, request),
    PostPayoutReturn: (request: PostPayoutReturnRequest) => postReturn(state, request),
  };
  type AnyRequest = PlaceHoldRequest & EndHoldRequest & PostPayoutReturnRequest;
  const serve = (method: Method) => async (_ctx: unknown, request: AnyRequest) => {
    calls.push(`${method} ${request.reference ?? `${request.holdReference} ${request.returnId}`}`);
    if (method === 'PlaceHold') placed.push(request);
    const answer = await suffer(troubles[method].shift(), () => acts[method](request));
    await silenced.get(method);
    return answer;
  };
  const silence = (method: Method): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    silenced.set(method, promise);
    return () => {
      silenced.delete(method);
      resolve();
    };
  };
  const holds = {
    PlaceHold: serve('PlaceHold'),
    CommitHold: serve('CommitHold'),
    VoidHold: serve('VoidHold'),
    PostPayoutReturn: serve('PostPayoutReturn'),
  };
  const ledger: StandInLedger = {
    address: '',
    ...state,
    booked: new Set(),
    queries: 0,
    down: false,
    refused: 0,
    calls,
    placed,
    trouble: (method, ...more) => void troubles[method].push(...more),
    heal: (method) => void troubles[method].splice(0),
    silence,
    stop: host.stop,
  };
  const handlers = { ...holds, ListPostedEntries: listPostedEntries(ledger) };
  const { port } = await serveRpcs(host, { definition: SERVICES.ledger, handlers: handlers as never });
  return Object.assign(ledger, { address: `127.0.0.1:${port}` });
}

const listPostedEntries =
  (ledger: StandInLedger) =>
  async (_ctx: unknown, { references }: ListPostedEntriesRequest) => {
    if (ledger.down) {
      ledger.refused += 1;
      throw unavailable('down');
    }
    ledger.queries += 1;
    return { references: references.filter((reference) => ledger.booked.has(reference)) };
  };

async function suffer(trouble: LedgerTrouble | undefined, act: () => unknown): Promise<unknown> {
  if (trouble === 'unavailable') throw unavailable('down');
  if (trouble === 'mute_before' || trouble === 'mute_after') {
    if (trouble === 'mute_after') act();
    await new Promise((resolve) => setTimeout(resolve, MUTE_MS).unref());
    throw unavailable('late');
  }
  if (trouble !== undefined) await new Promise<void>(trouble);
  return act();
}

type State = Pick<StandInLedger, 'available' | 'holds'>;
const keyOf = ({ tenant }: { readonly tenant: PlaceHoldRequest['tenant'] }): string => tenant?.accountId ?? '';
const answer = (reference: string, { state, held }: StandInHold): Hold => ({ reference, state, held });
const conflict = (reason: 'hold_voided' | 'hold_committed'): Refusal =>
  new Refusal('unprocessable_entity', 'The hold ended the other way.', { reason });

function place({ available, holds }: State, request: PlaceHoldRequest): Hold {
  const { reference, amount, fee, feePayer } = request;
  const standing = holds.get(reference);
  if (standing !== undefined) return answer(reference, standing);
  const held = amount + (feePayer === 'MERCHANT' ? fee : 0);
  const had = available.get(keyOf(request)) ?? PLENTY;
  if (had < held) {
    throw new Refusal('unprocessable_entity', `The wallet has ${had} available; the hold needs ${held}.`, {
      reason: 'insufficient_balance',
      details: [{ param: 'amount', message: `available ${had}, required ${held}` }],
    });
  }
  available.set(keyOf(request), had - held);
  const made: StandInHold = { state: 'HELD', held, amount, fee };
  holds.set(reference, made);
  return answer(reference, made);
}

function commit({ holds }: State, { reference }: EndHoldRequest): Hold {
  const standing = holds.get(reference);
  if (standing === undefined) throw notFound('hold');
  if (standing.state === 'VOIDED') throw conflict('hold_voided');
  standing.state = 'COMMITTED';
  return answer(reference, standing);
}

function voidHold({ available, holds }: State, request: EndHoldRequest): Hold {
  const { reference } = request;
  const standing = holds.get(reference) ?? { state: 'HELD', held: 0, amount: 0, fee: 0 };
  if (standing.state === 'COMMITTED') throw conflict('hold_committed');
  if (standing.state === 'HELD')
    available.set(keyOf(request), (available.get(keyOf(request)) ?? PLENTY) + standing.held);
  holds.set(reference, { ...standing, state: 'VOIDED' });
  return answer(reference, { ...standing, state: 'VOIDED' });
}

/** Once per return, of what was sent alone, and never more of it. */
function postReturn({ available, holds }: State, request: PostPayoutReturnRequest): object {
  const { holdReference, returnId, amount } = request;
  const standing = holds.get(holdReference);
  if (standing?.state !== 'COMMITTED') throw returnRefused('unprocessable_entity', 'hold_not_committed');
  const { returns = {} } = standing;
  if (returns[returnId] === amount) return {};
  if (returns[returnId] !== undefined) throw returnRefused('idempotency_key_reused', 'return_says_otherwise');
  const total = Object.values(returns).reduce((sum, one) => sum + one, amount);
  if (total > standing.amount) throw returnRefused('unprocessable_entity', 'returns_exceed_hold');
  standing.returns = { ...returns, [returnId]: amount };
  available.set(keyOf(request), (available.get(keyOf(request)) ?? PLENTY) + amount);
  return {};
}

const returnRefused = (code: 'unprocessable_entity' | 'idempotency_key_reused', reason: Reason): Refusal =>
  new Refusal(code, 'It contradicts what stands.', { reason });
