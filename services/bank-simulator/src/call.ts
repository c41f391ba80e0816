import type { Client } from './domain/client.ts';
import type { Scenario } from './domain/scenarios.ts';
import type { Answer, Request } from './route.ts';

/** A request whose caller is known. `scenario` is what the bank has been told to do wrong about it. */
export type Call = Request & { readonly client: Client; readonly now: Date; readonly scenario: Scenario | undefined };

export const json = (body: unknown, status = 200): Answer => ({ status, body });
export const param = (call: Request, name: string): string => call.params[name] ?? '';
