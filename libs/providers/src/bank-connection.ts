import { TLSSocket } from 'node:tls';
import { type FaultHook, gauge, traceparent } from '@gx/runtime';
import { buildConnector, Pool } from 'undici';
import { type AccessToken, readToken, type TokenResult, tokenCache } from './access-token.ts';
import { chainEndsAt } from './bank-tls.ts';
import { isUnauthorised } from './classify.ts';
import { type BankRequest, type Exchange, exchange, type FileWish } from './http-exchange.ts';
import type { CallerProfile } from './profile.ts';

export type BankOperation = {
  readonly name: string;
  readonly method: BankRequest['method'];
  /** Below the base path; already encoded. */
  readonly path: string;
  readonly body?: string;
  /** What a success is, where it is no JSON. */
  readonly file?: FileWish;
  /** What trouble with it says nothing of, and what says nothing of it: `calls` unless it says otherwise. */
  readonly pool?: CallPool;
};
/** Operations of a pool share a breaker and the pause that the bank asks for. */
export type CallPool = 'calls' | 'quotes' | 'receipts' | 'balance' | 'directory' | 'infractions';
export type ConnectionOptions = {
  readonly now: () => Date;
  /** How long a connection or a token may take. */
  readonly deadlineMs: number;
  /** Connections kept to the bank, each with one request at a time. */
  readonly connections: number;
  readonly faultHook?: FaultHook | undefined;
};

/** Kept-alive connections to one bank and the token that opens it. */
export function bankConnection(
  profile: CallerProfile,
  { now, deadlineMs: setupMs, connections, faultHook }: ConnectionOptions,
) {
  const seen: BankObservation = { date: undefined, certificateExpiresAt: undefined };
  reportOurs(profile);
  const made = new Pool(profile.baseUrl, {
    connections,
    pipelining: 1,
    allowH2: false,
    connect: watched(buildConnector({ timeout: setupMs, allowH2: false, ...profile.tls }), (expiresAt) => {
      seen.certificateExpiresAt = expiresAt;
      reportExpiry(profile.id, 'bank', expiresAt.getTime());
    }),
  });
  const pool = faultHook?.bank(made) ?? made;
  const tokens = tokenCache(
    () => fetchToken(pool, profile, setupMs, now),
    () => now().getTime(),
  );

  return {
    /**
     * One request with a token. A token that the bank no longer takes is renewed once: a 401 executed
     * nothing.
     */
    async send(operation: BankOperation, deadlineMs: number): Promise<Exchange> {
      const endsAt = performance.now() + deadlineMs;
      for (let renewals = 0; ; renewals += 1) {
        const got = await tokens.get(endsAt - performance.now());
        if ('fault' in got) return { kind: 'failed', sent: false, fault: got.fault };
        const result = await exchange(pool, requestOf(profile, operation, got.token), endsAt - performance.now());
        if (result.kind === 'answer') seen.date = result.date;
        if (!isUnauthorised(result, profile.dialect?.errors)) return result;
        tokens.invalidate(got.token);
        if (renewals === 1) return result;
      }
    },
    token: (deadlineMs: number): Promise<TokenResult> => tokens.get(deadlineMs),
    /** What the last answer and the last connection showed beside what was asked for. */
    seen: (): Readonly<BankObservation> => seen,
    close: (): Promise<void> => pool.destroy(),
  };
}

type BankObservation = { date: string | undefined; certificateExpiresAt: Date | undefined };

const reportExpiry = (profileId: string, of: 'bank' | 'us', atMs: number): void =>
  gauge('gx.bank.certificate.expires_at', atMs / 1_000, { 'gx.bank.profile': profileId, 'gx.certificate.of': of });

const reportedOwnExpiry = new Set<string>();

/**
 * Ours is known without a connection. What was reported of one that a profile has no more is taken back: no
 * number is ever below a limit of an alert.
 */
function reportOurs({ id, tls }: CallerProfile): void {
  if (tls?.cert !== undefined) {
    reportedOwnExpiry.add(id);
    reportExpiry(id, 'us', chainEndsAt(tls.cert).getTime());
  } else if (reportedOwnExpiry.delete(id)) {
    reportExpiry(id, 'us', Number.NaN);
  }
}

/** Reports when the certificate of the server that answers expires, once for each connection. */
const watched =
  (connect: buildConnector.connector, report: (expiresAt: Date) => void): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...connected) => {
      const [, socket] = connected;
      const until = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN;
      if (!Number.isNaN(until)) report(new Date(until));
      callback(...connected);
    });

function requestOf(profile: CallerProfile, operation: BankOperation, token: AccessToken): BankRequest {
  const trace = profile.simulator === true ? traceparent() : undefined;
  return {
    method: operation.method,
    path: `${profile.basePath}${operation.path}`,
    headers: {
      authorization: `Bearer ${token.value}`,
      accept: `${operation.file?.type ?? 'application/json'}, application/problem+json`,
      ...(operation.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(trace === undefined ? {} : { traceparent: trace }),
    },
    ...(operation.body === undefined ? {} : { body: operation.body }),
    file: operation.file,
  };
}

/** Client credentials in a Basic header and a form for the rest (RFC 6749, 2.3.1 and 4.4.2). */
async function fetchToken(
  pool: Pool,
  profile: CallerProfile,
  deadlineMs: number,
  now: () => Date,
): Promise<TokenResult> {
  const credentials = `${formEncoded(profile.clientId)}:${formEncoded(profile.clientSecret)}`;
  const request: BankRequest = {
    method: 'POST',
    path: profile.tokenPath,
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: profile.scope }).toString(),
  };
  return readToken(await exchange(pool, request, deadlineMs), now().getTime());
}

const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
