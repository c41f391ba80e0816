import { SPANS } from '../../libs/runtime/src/telemetry/span-registry.ts';
import { code, codes, page, table } from './markdown.ts';

/** Every span, what it says and the attributes that it may carry. */
export function spansPage(): string {
  const rows = Object.entries(SPANS).map(([name, { kinds, says, attributes }]) => [
    code(name),
    kinds.join(', '),
    says,
    codes(attributes),
  ]);
  return page(
    'Spans',
    `Made from ${code('libs/runtime/src/telemetry/span-registry.ts')}. They are sent to ${code('OTEL_EXPORTER_OTLP_ENDPOINT')} by OTLP where that is set. A word in braces stands for one of few: a route template, an RPC, a topic.`,
    'A trace goes on through HTTP, gRPC, Kafka and the webhook call (`traceparent`). What a payment sets off is a trace of its own, linked to that of the creation.',
    table(['span', 'kind', 'says', 'attributes'], rows),
  );
}
