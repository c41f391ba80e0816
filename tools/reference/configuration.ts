import type { Spec } from '../../libs/runtime/src/config/config.ts';
import { SERVICE_SPEC } from '../../libs/runtime/src/config/service-spec.ts';
import * as simulator from '../../services/bank-simulator/src/config.ts';
import * as charge from '../../services/charge/src/config.ts';
import * as checkout from '../../services/checkout/src/config.ts';
import * as gateway from '../../services/gateway/src/config.ts';
import * as keys from '../../services/keys/src/config.ts';
import * as ledger from '../../services/ledger/src/config.ts';
import * as ops from '../../services/ops/src/config.ts';
import * as payout from '../../services/payout/src/config.ts';
import * as refund from '../../services/refund/src/config.ts';
import * as webhooks from '../../services/webhooks/src/config.ts';
import { code, page, table } from './markdown.ts';

/** What each service says of its own environment. */
export const SERVICES: Readonly<Record<string, { readonly SPEC: Spec }>> = {
  gateway,
  checkout,
  keys,
  charge,
  ledger,
  refund,
  payout,
  webhooks,
  'bank-simulator': simulator,
  ops,
};

/** Every variable of every service, read from the specs that the services themselves read. */
export function configurationPage(): string {
  const sections = Object.entries(SERVICES).map(([name, { SPEC }]) => {
    const own = Object.entries(SPEC).filter(([variable]) => !Object.hasOwn(SERVICE_SPEC, variable));
    return `## ${name}\n\n${variables(name, Object.fromEntries(own))}`;
  });
  return page(
    'Configuration',
    'Made from `services/*/src/config.ts`. A service reads its environment once, at the start, and names every problem in one message. A secret has no default. Each can stand in a file instead: `MONGO_URL_FILE=/run/secrets/mongo-url`.',
    'The stack of `npm start` and `npm test` sets all of them and has settings of its own: [tools/stack](../../tools/stack/README.md).',
    `## Every service\n\n${variables('every service', SERVICE_SPEC)}`,
    'The OpenTelemetry SDK reads the standard’s own variables beside them: `OTEL_TRACES_SAMPLER` with its `_ARG` (`parentbased_always_on` unless set), `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_BSP_*`, `OTEL_SDK_DISABLED`. Exporters and propagators are not chosen by variables.',
    ...sections,
  );
}

function variables(owner: string, spec: Spec): string {
  const rows = Object.entries(spec).map(([name, reader]) => {
    const { kind, says } = reader;
    if (!kind || !says) throw new Error(`${name} of ${owner} needs ${kind ? 'a meaning (`setting`)' : 'a kind'}`);
    return [code(name), kind, defaultOf(reader), says];
  });
  return table(['variable', 'kind', 'default', 'meaning'], rows);
}

export function defaultOf({ fallback, optional }: Spec[string]): string {
  if (optional) return 'none';
  if (fallback === undefined) return '**required**';
  return Array.isArray(fallback) && fallback.length === 0 ? 'empty' : code(String(fallback));
}
