import { demanding, optional, type Reader, type SettingLookUp, setting } from './config.ts';

/** What a server can be reached without: by anybody in between, and by anybody who comes. */
export type MissingProtection = 'TLS' | 'a user' | 'TLS and a user';

export const unprotected = (hasTls: boolean, hasUser: boolean): MissingProtection | undefined => {
  if (hasTls) return hasUser ? undefined : 'a user';
  return hasUser ? 'TLS' : 'TLS and a user';
};

type Server = {
  /** The variable that says where it is. */
  readonly by: string;
  /** What it can be reached without; undefined where it is protected, or cannot be told. */
  readonly lacks: (given: SettingLookUp) => MissingProtection | undefined;
  /** What somebody does who reads the way to it, or reaches it. */
  readonly risk: string;
};

const TOO_SHORT_TO_SAY_ANYTHING = 10;
/** Why something is done that names a risk. */
export const reason: Reader<string> = {
  kind: 'text, a reason',
  parse: (raw) =>
    raw.trim().length >= TOO_SHORT_TO_SAY_ANYTHING ? raw : new Error('must say why, in ten characters or more'),
};

/**
 * A setting that lets a service start in production with a server that anybody can read or reach: only with a
 * reason, which it logs (decisions, section 13).
 */
export const allowPlaintext = (name: `ALLOW_PLAINTEXT_${string}`, { by, lacks, risk }: Server) =>
  setting(
    `why \`${by}\` may name a server without TLS, or without a user, where \`ENVIRONMENT\` is \`production\`; logged at each start. Without it that is refused: ${risk}`,
    demanding(optional(reason), (given) => {
      if ((given('ENVIRONMENT') ?? 'production') !== 'production' || given(name) !== undefined) return undefined;
      const missing = lacks(given);
      return missing && `must say why ${by} is a server without ${missing} in production, or it is not: ${risk}`;
    }),
  );

/** The reasons that are set, by the names of their variables. */
export const plaintextReasons = (config: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] =>
  Object.entries(config).flatMap(([name, value]) =>
    name.startsWith('ALLOW_PLAINTEXT_') && typeof value === 'string' ? [[name, value] as const] : [],
  );

const MONGO = /^mongodb(?<srv>\+srv)?:\/\/(?:(?<user>[^@/?]*)@)?[^@/?]+(?:\/[^?]*)?(?:\?(?<options>.*))?$/s;
/** Ways to say who one is that carry no password in the string. */
const WITHOUT_PASSWORD: ReadonlySet<string> = new Set(['MONGODB-X509', 'MONGODB-AWS', 'MONGODB-OIDC', 'GSSAPI']);
/** Options with which anybody could be the server. */
const UNVERIFIED = ['tlsinsecure', 'tlsallowinvalidcertificates', 'tlsallowinvalidhostnames'] as const;

/** By a connection string of MongoDB; what is none is another setting's problem. */
export function mongoLacks(url: string): MissingProtection | undefined {
  const { srv, user = '', options = '' } = MONGO.exec(url)?.groups ?? {};
  if (!MONGO.test(url)) return undefined;
  const given = new Map([...new URLSearchParams(options)].map(([name, value]) => [name.toLowerCase(), value]));
  const isOn = (given.get('tls') ?? given.get('ssl') ?? String(srv !== undefined)) === 'true';
  const isVerified = UNVERIFIED.every((name) => given.get(name) !== 'true');
  const isByOtherMeans = WITHOUT_PASSWORD.has(given.get('authmechanism') ?? '');
  return unprotected(isOn && isVerified, isByOtherMeans || /^[^:]+:./.test(user));
}
