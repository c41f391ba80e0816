import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type CapturedSpan = {
  readonly service: string;
  readonly name: string;
  readonly kind: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly links: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
};
export type OtlpCapture = {
  readonly endpoint: string;
  readonly spans: readonly CapturedSpan[];
  /** Everything as it came, to hunt through. */
  readonly raw: readonly string[];
  readonly stop: () => void;
};

type OtlpValue = { stringValue?: string; intValue?: string | number; boolValue?: boolean; doubleValue?: number };
type OtlpAttribute = { key: string; value: OtlpValue };
/** By OTLP's numbers. */
const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
type OtlpSpan = {
  name: string;
  kind?: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  links?: { traceId: string }[];
  attributes?: OtlpAttribute[];
};
type OtlpBody = { resourceSpans: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[] };

/** A collector that keeps every span; of metrics only what came, as it came. */
export async function captureOtlp(): Promise<OtlpCapture> {
  const spans: CapturedSpan[] = [];
  const raw: string[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      raw.push(text);
      if (incoming.url === '/v1/traces') spans.push(...readSpans(JSON.parse(text) as OtlpBody));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    raw,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function readSpans({ resourceSpans }: OtlpBody): CapturedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(plain(resource.attributes)['service.name']);
    return scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        service,
        name: span.name,
        kind: KINDS[span.kind ?? 0] ?? 'unspecified',
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || undefined,
        links: (span.links ?? []).map((link) => link.traceId),
        attributes: plain(span.attributes ?? []),
      })),
    );
  });
}

const plain = (attributes: readonly OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
