import type { SimulatedBank } from './bank.ts';
import type { BankCallContext } from './call.ts';
import type { Client, Scope } from './domain/client.ts';
import { Problem } from './domain/problem.ts';
import type { BankScenario, ScenarioOperation } from './domain/scenarios.ts';
import { playScenario } from './play-scenario.ts';
import type { SeenRequest } from './request-log.ts';
import type { BankResponse, BankRoute, Request } from './route.ts';

/** One operation of an API of this bank: a row of its table. */
export type OperationSpec = {
  readonly operation: ScenarioOperation;
  readonly method: BankRoute['method'];
  readonly path: string;
  readonly scope: Scope;
  readonly act: (bank: SimulatedBank, call: BankCallContext) => Promise<BankResponse>;
};
export type OperatedRequest = {
  readonly clientId: string;
  readonly operation: ScenarioOperation;
  readonly subject: string | undefined;
  readonly body: string;
};
/** What differs between the bank's APIs. */
export type ApiVariant = {
  /** The operation that a request is, where the table's row can be two. */
  readonly operationOf?: (usual: ScenarioOperation, request: Request) => ScenarioOperation;
  /** What a request is about, for scenarios and the request log. */
  readonly subjectOf: (bank: SimulatedBank, request: Request, clientId: string) => Promise<string | undefined>;
  /** A scenario that the request itself asks for, where nobody ordered one. */
  readonly magic?: (bank: SimulatedBank, request: OperatedRequest) => BankScenario | undefined;
};

/**
 * A route of an API: who calls, may they, what has the bank been told to do wrong, then the operation itself.
 */
export const operatedRoute = (
  { operation: usual, method, path, scope, act }: OperationSpec,
  { operationOf = (same) => same, subjectOf, magic }: ApiVariant,
): BankRoute => ({
  method,
  path,
  act: async (bank, request) => {
    const now = bank.now();
    const client = await authorize(bank, request, scope, now);
    const { clientId } = client;
    const operation = operationOf(usual, request);
    const subject = await subjectOf(bank, request, clientId);
    const id = request.params['id'];
    const seen: SeenRequest = { operation, ...(id === undefined ? {} : { id }), at: now, outcome: 'pending' };
    const scenario =
      (await bank.scenarios.claim({ operation, clientId, txid: subject })) ??
      magic?.(bank, { clientId, operation, subject, body: request.body });
    if (scenario !== undefined) seen.scenario = scenario.kind;
    if (subject !== undefined) bank.seen.add(clientId, subject, seen);
    const run = (): Promise<BankResponse> => act(bank, { ...request, client, now, scenario });
    try {
      const answer = await playScenario(scenario, { operation, gone: request.gone, act: run });
      seen.outcome = answer === 'reset' ? 'reset' : answer.status;
      return answer;
    } catch (error) {
      seen.outcome = error instanceof Problem ? error.status : 500;
      throw error;
    }
  },
});

async function authorize(
  { tokens, clients }: SimulatedBank,
  request: Request,
  scope: Scope,
  now: Date,
): Promise<Client> {
  const header = request.headers.authorization ?? '';
  const grant = /^Bearer /i.test(header) ? await tokens.find(header.slice(7), now) : undefined;
  const client = grant && (await clients.get(grant.clientId));
  if (grant === undefined || client === undefined) throw new Problem('Unauthorized');
  if (!grant.scopes.includes(scope)) throw new Problem('AcessoNegado');
  return client;
}
