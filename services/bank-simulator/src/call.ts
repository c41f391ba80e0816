import type { Client } from './domain/client.ts';
import type { BankScenario } from './domain/scenarios.ts';
import type { BankResponse, Request } from './route.ts';

/** A request whose caller is known. `scenario` is what the bank has been told to do wrong about it. */
export type BankCallContext = Request & {
  readonly client: Client;
  readonly now: Date;
  readonly scenario: BankScenario | undefined;
};

export const json = (body: unknown, status = 200): BankResponse => ({ status, body });
export const param = (request: Request, name: string): string => request.params[name] ?? '';
