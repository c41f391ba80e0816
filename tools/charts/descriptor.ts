import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Spec } from '../../libs/runtime/src/config/config.ts';
import { defaultOf, SERVICES } from '../reference/configuration.ts';
import { exactly, type Schema } from './value-row.ts';

/** One variable as README.md shows it. */
export type Setting = {
  readonly name: string;
  readonly kind: string;
  readonly fallback: string;
  readonly means: string;
};

/** What a service is: its descriptor.yaml, and what it reads from its environment. */
export type ServiceDescriptor = {
  readonly name: string;
  readonly kind: 'grpc' | 'http' | 'job';
  readonly public: boolean;
  /** Whether it calls banks, and whether they call it. */
  readonly bank: boolean;
  readonly bankListener: boolean;
  /**
   * The setting that says at which ports of public hosts it may call, and what holds without it; undefined
   * for a service that reaches no public host.
   */
  readonly internet: { readonly portsFrom: string; readonly usualPorts: string } | undefined;
  readonly needs: readonly string[];
  readonly calls: readonly string[];
  readonly calledBy: readonly string[];
  readonly consumes: readonly { readonly group: string; readonly topic: string }[];
  readonly nodeOptions: string;
  readonly resources: object;
  readonly secrets: readonly string[];
  readonly optionalSecrets: readonly string[];
  readonly settings: { readonly schema: Schema; readonly rows: readonly Setting[] };
};

/** Variables that the chart derives from its other values, so that they cannot be said twice. */
const DERIVED =
  /^(HEALTH_PORT|DRAIN_DELAY_MS|GRPC_\w+|PORT|BANK_PORT|HOST|BANK_TLS_\w+|ENVIRONMENT|OTEL_EXPORTER_OTLP_ENDPOINT|KAFKA_\w+|TOPIC_PREFIX|ALLOW_PLAINTEXT_(GRPC|KAFKA|MONGODB|REDIS))$/;
/** Public keys too: who can change them decides who is believed. */
const SECRET = /^secret|P-256|Ed25519|JSON list of clients/;
const BUSY = { nodeOptions: '--max-semi-space-size=64', memory: ['256Mi', '512Mi'] } as const;
const QUIET = { nodeOptions: '', memory: ['192Mi', '384Mi'] } as const;

/** Names of the charts that run something, in the order of the pages. */
export const CHARTS: readonly string[] = Object.keys(SERVICES);

const chartFile = (chart: string, file: string): string => join(import.meta.dirname, '../../charts', chart, file);

/** Reads what a chart says of its service, and joins what the service itself says. */
export function descriptorOf(name: string): ServiceDescriptor {
  const declared = parse(readFileSync(chartFile(name, 'descriptor.yaml'), 'utf8')) as Partial<ServiceDescriptor> & {
    readonly ports?: Readonly<Record<string, string>>;
  };
  const { SPEC } = SERVICES[name] ?? { SPEC: {} };
  const usual = name === 'gateway' || name === 'charge' ? BUSY : QUIET;
  const [request, limit] = usual.memory;
  const secretNames = Object.keys(SPEC).filter(
    (variable) => SECRET.test(SPEC[variable]?.kind ?? '') && !DERIVED.test(variable),
  );
  // What other settings demand is left out only where they say otherwise.
  const isOptional = (variable: string): boolean =>
    SPEC[variable]?.optional === true && SPEC[variable].demands === undefined;
  return {
    name,
    kind: declared.kind ?? 'grpc',
    public: declared.public ?? false,
    bank: declared.bank ?? false,
    bankListener: Object.values(declared.ports ?? {}).includes('bank'),
    internet: declared.internet,
    needs: declared.needs ?? [],
    calls: declared.calls ?? [],
    calledBy: declared.calledBy ?? [],
    consumes: declared.consumes ?? [],
    nodeOptions: usual.nodeOptions,
    resources: { requests: { cpu: '100m', memory: request }, limits: { memory: limit } },
    secrets: secretNames.filter((variable) => !isOptional(variable)),
    optionalSecrets: secretNames.filter(isOptional),
    settings: settingsOf(SPEC, declared.calls ?? []),
  };
}

function settingsOf(spec: Spec, calls: readonly string[]): ServiceDescriptor['settings'] {
  const derivedAddresses = new Set(calls.map((peer) => `${peer.toUpperCase()}_ADDRESS`));
  const own = Object.entries(spec).filter(([name, { kind }]) => !DERIVED.test(name) && !SECRET.test(kind ?? ''));
  const required = own.filter(([name, reader]) => isRequired(reader) && !derivedAddresses.has(name));
  const properties = Object.fromEntries(own.map(([name, reader]) => [name, schemaOf(reader)]));
  const names = required.map(([name]) => name);
  return {
    schema: exactly(properties, names),
    rows: own.map(([name, reader]) => ({
      name,
      kind: reader.kind ?? '',
      fallback: names.includes(name) ? '**required**' : fallbackOf(reader),
      means: reader.says ?? '',
    })),
  };
}

const isRequired = ({ fallback, optional }: Spec[string]): boolean => fallback === undefined && !optional;

const fallbackOf = (reader: Spec[string]): string =>
  reader.optional || reader.fallback !== undefined ? defaultOf(reader) : 'by the chart';

function schemaOf({ kind = '' }: Spec[string]): Schema {
  const [, minimum, maximum, orNone] = /^integer, (\d+) to (\d+)(, or none)?$/.exec(kind) ?? [];
  if (minimum !== undefined) {
    const integer = { type: 'integer', minimum: Number(minimum), maximum: Number(maximum) };
    return orNone === undefined ? integer : { anyOf: [integer, { const: 'none' }] };
  }
  if (kind === 'true or false') return { type: 'boolean' };
  if (kind.startsWith('number above 0')) return { type: 'number', exclusiveMinimum: 0 };
  if (kind === 'http or https URL') return { type: 'string', pattern: '^https?://' };
  if (/^\w+( or \w+)+$/.test(kind)) return { enum: kind.split(' or ') };
  return { type: 'string' };
}
