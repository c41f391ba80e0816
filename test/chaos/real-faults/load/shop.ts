import { randomUUID } from 'node:crypto';
import type { Random } from '@gx/testkit/faults';
import { Agent, request } from 'undici';
import type { History } from './history.ts';

/** A definite answer: of success, or of a refusal that trying again would not change. */
export type ShopResponse = {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly replayed: boolean;
};
/**
 * What a merchant's server sends, until it is answered definitely. The body, and so its key, is the same at
 * each try.
 */
export type Shop = {
  readonly get: (path: string) => Promise<ShopResponse>;
  readonly post: (path: string, body?: object, idempotencyKey?: string) => Promise<ShopResponse>;
};
/** Whether merchants wait for each answer as long as it takes; most do not. Changed while they work. */
export type Temper = { patient: boolean };
export type ShopSpec = {
  /** Those that a load balancer would use now. */
  readonly gateways: () => readonly string[];
  readonly temper: Temper;
  readonly apiKey: string;
  readonly random: Random;
  readonly history: History;
};

/** Nobody gave a definite answer for as long as a merchant would have asked. */
export class UnansweredRequest extends Error {
  override readonly name = 'UnansweredRequest';
}

/** Some give up on an answer early and ask again, perhaps while the first request is still at work. */
const IMPATIENCE_MS = [2_000, 5_000, 15_000] as const;
/** Above every deadline of the product. */
const PATIENT_MS = 30_000;
const PATIENCE_MS = 180_000;
const PAUSE_MS = { first: 100, max: 1_000 };
const RETRYABLE = new Set([502, 503, 504]);

/** A merchant's server: takes any gateway, and asks again with the same key after 503 or silence. */
export function shop({ gateways, temper, apiKey, random, history }: ShopSpec): Shop {
  const agent = new Agent({ connections: 64, keepAliveTimeout: 4_000 });

  const once = async (method: 'GET' | 'POST', path: string, body: object | undefined, key: string | undefined) => {
    const response = await request(`${random.pick(gateways())}${path}`, {
      dispatcher: agent,
      method,
      headers: {
        apikey: apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(temper.patient ? PATIENT_MS : random.pick(IMPATIENCE_MS)),
    });
    const text = await response.body.text();
    return { status: response.statusCode, headers: response.headers, text };
  };

  const ask = async (method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<ShopResponse> => {
    const end = performance.now() + PATIENCE_MS;
    for (let pauseMs = PAUSE_MS.first; performance.now() < end; pauseMs = Math.min(pauseMs * 1.5, PAUSE_MS.max)) {
      const reply = await once(method, path, body, key).catch((error: Error) => error);
      if (!(reply instanceof Error)) {
        const answer = judged(reply, `${method} ${path}`, history);
        if (!RETRYABLE.has(answer.status)) return answer;
      }
      history.again(`${method} ${reply instanceof Error ? reasonOf(reply) : reply.status}`);
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + random.throw())));
    }
    throw new UnansweredRequest(`${method} ${path} was never answered`);
  };
  return {
    get: (path) => ask('GET', path),
    post: (path, body, key) => ask('POST', path, body, key),
  };
}

const reasonOf = (error: Error & { readonly code?: string }): string => error.code ?? error.name;

export const newKey = (): string => randomUUID();

type Reply = { readonly status: number; readonly headers: Record<string, unknown>; readonly text: string };

/**
 * What every answer owes: the id of the request, JSON, and of an error the envelope. No fault around us
 * excuses a 500.
 */
function judged({ status, headers, text }: Reply, what: string, { problem }: History): ShopResponse {
  const body = parsed(text);
  if (headers['x-request-id'] === undefined) problem(`${what} ${status}: no X-Request-Id`);
  if (body === undefined) problem(`${what} ${status}: no JSON: ${text.slice(0, 80)}`);
  else if (status >= 400 && typeof body['error'] !== 'object') problem(`${what} ${status}: no envelope`);
  if (status === 500 || status === 401 || status === 429) problem(`${what} answered ${status}: ${text.slice(0, 200)}`);
  return { status, body: body ?? {}, replayed: headers['idempotent-replayed'] === 'true' };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
