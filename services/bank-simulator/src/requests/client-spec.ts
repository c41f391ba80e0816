import { parseJson } from '@gx/core';
import { z } from 'zod';
import { SCOPES } from '../domain/client.ts';
import { readControl } from './control-request.ts';

const schema = z.object({
  clientId: z.string().min(1).max(100),
  clientSecret: z.string().min(8).max(200),
  pixKey: z.string().min(1).max(77),
  name: z.string().min(1).max(200),
  city: z.string().min(1).max(100),
  taxId: z.string().regex(/^(\d{11}|[0-9A-Z]{14})$/),
  scopes: z.array(z.enum(SCOPES)).default([...SCOPES]),
});

/** A client as the environment, or a tester, names it. */
export type ClientSpec = z.infer<typeof schema>;

/** Reads `SIM_CLIENTS`; undefined when it is no JSON list of clients. */
export function clientSpecs(raw: string): readonly ClientSpec[] | undefined {
  try {
    return z.array(schema).safeParse(parseJson(raw)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Reads the body of `POST /sim/clients`; what the tester leaves out comes from `defaults`. */
export const readClientSpec = (body: unknown, defaults: Omit<ClientSpec, 'scopes'>) =>
  readControl(schema, { ...defaults, ...(typeof body === 'object' ? body : {}) });
