import { METRICS } from '../../libs/runtime/src/telemetry/metric-registry.ts';
import { code, codes, page, table } from './markdown.ts';

/** Every metric, what it says and the labels that it may carry. */
export function metricsPage(): string {
  const rows = Object.entries(METRICS).map(([name, spec]) => [
    code(prometheusName(name, spec.kind)),
    spec.kind,
    spec.unit.replace(/[{}]/g, ''),
    spec.says,
    codes(spec.labels.map(underscored)),
  ]);
  return page(
    'Metrics',
    `Made from ${code('libs/runtime/src/telemetry/metric-registry.ts')}. Every service serves them at ${code('GET /metrics')} of its health port (${code('HEALTH_PORT')}), and sends them to ${code('OTEL_EXPORTER_OTLP_ENDPOINT')} every 15 s where that is set; there the names have dots instead of underscores.`,
    'No label names an account, a charge, a key or a payer. A counter begins at 0 with its process: what Prometheus makes of it is a rate.',
    table(['metric', 'kind', 'unit', 'says', 'labels'], rows),
  );
}

const underscored = (name: string): string => name.replaceAll('.', '_');
const prometheusName = (name: string, kind: string): string =>
  kind === 'counter' ? `${underscored(name)}_total` : underscored(name);
