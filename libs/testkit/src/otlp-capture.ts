import { createServer, type IncomingHttpHeaders } from 'node:http';
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
  /** Who sent spans and metrics, once for each request. */
  readonly resources: readonly Readonly<Record<string, unknown>>[];
  readonly headers: readonly IncomingHttpHeaders[];
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
type OtlpResource = { resource: { attributes: OtlpAttribute[] } };
type OtlpSpans = OtlpResource & { scopeSpans: { spans: OtlpSpan[] }[] };
type OtlpBody = { resourceSpans?: OtlpSpans[]; resourceMetrics?: OtlpResource[] };

/** A collector that keeps every span; of metrics only what came, as it came. */
export async function captureOtlp(): Promise<OtlpCapture> {
  const spans: CapturedSpan[] = [];
  const raw: string[] = [];
  const resources: Readonly<Record<string, unknown>>[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      raw.push(text);
      const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(text) as OtlpBody;
      headers.push(incoming.headers);
      for (const { resource } of [...resourceSpans, ...resourceMetrics]) resources.push(plain(resource.attributes));
      spans.push(...readSpans(resourceSpans));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    headers,
    raw,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function readSpans(resourceSpans: readonly OtlpSpans[]): CapturedSpan[] {
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
