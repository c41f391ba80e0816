import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** Turns one environment variable into a value, or says why it cannot. */
export type Reader<T> = {
  /** What may be written there, in a few words; docs/reference/configuration.md shows it. */
  readonly kind?: string;
  /** What it means, in a sentence that the reference shows (`setting`). */
  readonly says?: string;
  readonly fallback?: T;
  readonly optional?: true;
  readonly parse: (raw: string, origin?: SettingOrigin) => T | Error;
  /** What it demands of other variables, or they of it; a problem that is told behind its own name. */
  readonly demands?: (given: SettingLookUp) => string | undefined;
};
/** A variable, and what stands there now. */
export type SettingOrigin = { readonly name: string; readonly read: () => string | Error };
/** What stands in a variable or in its file; undefined where nothing does. */
export type SettingLookUp = (name: string) => string | undefined;
export type Environment = Readonly<Record<string, string | undefined>>;
export type Spec = Readonly<Record<string, Reader<unknown>>>;
export type ConfigOf<S extends Spec> = { readonly [K in keyof S]: S[K] extends Reader<infer T> ? T : never };

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const withFallback = <T>(fallback: T | undefined): { fallback?: T } => (fallback === undefined ? {} : { fallback });

/** A variable with its meaning: docs/reference/configuration.md and the charts' pages show it. */
export const setting = <R extends Reader<unknown>>(says: string, reader: R): R => ({ ...reader, says });

/** Any text that is not empty. */
export const text = (fallback?: string): Reader<string> => ({
  kind: 'text',
  ...withFallback(fallback),
  parse: (raw) => raw || new Error('must not be empty'),
});

/** A text without fallback: a secret is given or the service does not start. */
export const secret = (minLength = 1): Reader<string> => ({
  kind: minLength === 1 ? 'secret' : `secret of at least ${minLength} characters`,
  parse: (raw) => (raw.length >= minLength ? raw : new Error(`must have at least ${minLength} characters`)),
});

/**
 * Secrets as `secret` reads them, between commas; a blank around one might be its own or the comma's, so
 * there is none.
 */
export const secrets = (minLength: number): Reader<readonly string[]> => ({
  kind: `secret, of at least ${minLength} characters each, between commas`,
  parse: (raw) => {
    const must = `secrets of at least ${minLength} characters and without blanks around them`;
    const read = (item: string) => (item === item.trim() ? secret(minLength).parse(item) : new Error('has blanks'));
    return eachOf(raw.split(','), must, read);
  },
});

/** A problem names the places of the items that are wrong, never the items. */
function eachOf<T>(items: readonly string[], must: string, parse: (item: string) => T | Error): readonly T[] | Error {
  const read = items.map((item) => parse(item));
  const wrong = read.flatMap((one, index) => (one instanceof Error ? [index + 1] : []));
  if (wrong.length > 0) return new Error(`must hold ${must} between commas; wrong: ${wrong.join(', ')}`);
  return read.filter((one): one is T => !(one instanceof Error));
}

export const integer = ({ min, max, fallback }: { min: number; max: number; fallback?: number }): Reader<number> => ({
  kind: `integer, ${min} to ${max}`,
  ...withFallback(fallback),
  parse: (raw) => {
    const value = Number(raw);
    const fits = raw.trim() !== '' && Number.isInteger(value) && value >= min && value <= max;
    return fits ? value : new Error(`must be an integer from ${min} to ${max}`);
  },
});

/** A decimal number above zero. */
export const positiveNumber = (fallback?: number): Reader<number> => ({
  kind: 'number above 0',
  ...withFallback(fallback),
  parse: (raw) =>
    Number(raw) > 0 && Number.isFinite(Number(raw)) ? Number(raw) : new Error('must be a number above 0'),
});

/** An absolute http or https address, without a slash at its end. */
export const url = (fallback?: string): Reader<string> => ({
  kind: 'http or https URL',
  ...withFallback(fallback),
  parse: (raw) =>
    URL.canParse(raw) && /^https?:/.test(raw) ? raw.replace(/\/+$/, '') : new Error('must be an http or https URL'),
});

/** Values between commas; the empty text is the empty list. */
export const list = (fallback?: readonly string[]): Reader<readonly string[]> => ({
  kind: 'list, between commas',
  ...withFallback(fallback),
  parse: (raw) =>
    raw
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
});

/** Addresses and CIDRs between commas; none when absent. */
export const networks = (): Reader<readonly string[]> => ({
  kind: 'addresses and CIDRs, between commas',
  fallback: [],
  parse: (raw) => {
    const items = list().parse(raw);
    if (items instanceof Error) return items;
    return items.every(isNetwork) ? items : new Error('must be a list of IP addresses or CIDRs');
  },
});

function isNetwork(item: string): boolean {
  const [address = '', prefix, ...rest] = item.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

export const oneOf = <const T extends string>(values: readonly T[], fallback?: T): Reader<T> => ({
  kind: values.join(' or '),
  ...withFallback(fallback),
  parse: (raw) => values.find((value) => value === raw) ?? new Error(`must be one of ${values.join(', ')}`),
});

/** true/false, on/off, 1/0. */
export const flag = (fallback?: boolean): Reader<boolean> => ({
  kind: 'true or false',
  ...withFallback(fallback),
  parse: (raw) => {
    if (['true', 'on', '1'].includes(raw)) return true;
    return ['false', 'off', '0'].includes(raw) ? false : new Error('must be true or false');
  },
});

/** 32 bytes in base64: a key for AES-256. */
export const key256 = (): Reader<Buffer> => ({
  kind: 'secret, 32 bytes in base64',
  parse: (raw) => {
    const bytes = Buffer.from(raw, 'base64');
    return bytes.length === 32 ? bytes : new Error('must be 32 bytes in base64');
  },
});

/** Keys as `key256` reads them, between commas. */
export const keys256 = (): Reader<readonly Buffer[]> => ({
  kind: 'secret, keys of 32 bytes in base64 between commas',
  parse: (raw) => eachOf(raw.split(','), 'keys of 32 bytes in base64', (item) => readKeyOfList(item.trim())),
});

/** Two keys without the comma between them would else be read as the first one alone. */
function readKeyOfList(item: string): Buffer | Error {
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(item) ? key256().parse(item) : new Error('is no key');
}

/** The same reader for a variable that may be absent or empty. */
export const optional = <T>({ kind, parse }: Reader<T>): Reader<T | undefined> => ({
  ...(kind === undefined ? {} : { kind }),
  optional: true,
  parse: (raw, origin) => (raw === '' ? undefined : parse(raw, origin)),
});

/** A setting as it stands at the moment of the call; throws a ConfigError for what cannot be used. */
export type SettingSource<T> = () => T;
/** The same reader for a setting whose file is replaced while the process runs. */
export const followed = <T>({ kind, parse }: Reader<T>): Reader<SettingSource<T>> => ({
  ...(kind === undefined ? {} : { kind }),
  parse: (raw, { name, read } = { name: 'it', read: () => raw }) => {
    const first = parse(raw);
    if (first instanceof Error) return first;
    return () => {
      const now = read();
      const value = now instanceof Error ? now : parse(now);
      if (value instanceof Error) throw new ConfigError(`${name} ${value.message}`);
      return value;
    };
  },
});

/** A moment of time with its offset. */
export const moment = (): Reader<Date> => ({
  kind: 'ISO 8601 time with its offset',
  parse: (raw) => {
    const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(raw) ? new Date(raw) : undefined;
    return time === undefined || Number.isNaN(time.getTime())
      ? new Error('must be an ISO 8601 time with its offset, as 2026-01-31T12:00:00Z')
      : time;
  },
});

/**
 * The same reader with a rule about other variables: it is looked at with all others, so that its problem is
 * told with theirs.
 */
export const demanding = <T>(reader: Reader<T>, demands: (given: SettingLookUp) => string | undefined): Reader<T> => ({
  ...reader,
  demands,
});

/**
 * Reads every variable of `spec`; throws one ConfigError that names every problem, so that it takes one pass
 * to fix.
 */
export function readConfig<const S extends Spec>(env: Environment, spec: S): ConfigOf<S> {
  const problems: string[] = [];
  const given: SettingLookUp = (name) => {
    const raw = rawValue(env, name);
    // What cannot be read is not missing: that is another problem.
    return raw instanceof Error ? raw.message : raw || undefined;
  };
  const entries = Object.entries(spec).map(([name, reader]) => {
    const raw = rawValue(env, name);
    const value = raw instanceof Error ? raw : read(raw, reader, { name, read: () => textOf(rawValue(env, name)) });
    if (value instanceof Error) problems.push(`${name} ${value.message}`);
    const demand = reader.demands?.(given);
    if (demand !== undefined) problems.push(`${name} ${demand}`);
    return [name, value];
  });
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
  return Object.freeze(Object.fromEntries(entries)) as ConfigOf<S>;
}

/**
 * What stands in a variable, else in the file that `<name>_FILE` names, without its last line break. Files
 * are how secrets are mounted: unlike an environment they are seen by no child process and in no dump of it.
 */
export function rawValue(env: Environment, name: string): string | undefined | Error {
  const path = env[`${name}_FILE`];
  if (env[name] !== undefined || path === undefined || path === '') return env[name];
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    return new Error(`cannot be read from the file that ${name}_FILE names: ${path}`, { cause });
  }
}

function read(raw: string | undefined, reader: Reader<unknown>, origin: SettingOrigin): unknown {
  if (raw !== undefined) return reader.parse(raw, origin);
  if (reader.optional) return undefined;
  return 'fallback' in reader ? reader.fallback : textOf(raw);
}

const textOf = (raw: string | undefined | Error): string | Error => raw ?? new Error('is required');
