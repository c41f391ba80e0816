import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { chargeEventCodec, encodedEvent, SERVICES, topicName } from '@gx/contracts';
import type { Charge } from '@gx/contracts/charge';
import { eventIdOf, newId, type Tenant } from '@gx/core';
import { toMessage } from '@gx/runtime/kafka';
import type { Servers } from '@gx/stack';
import { localClient } from '@gx/stack';
import { startAlone } from './service-alone.ts';
import type { SinkMessage, SinkReport } from './webhook-sink.ts';

const PER_SEND = 250;
const TIMEOUT_MS = 5_000;

/** A merchant's servers, one origin each. */
export type Sink = {
  readonly pid: number;
  readonly origins: readonly string[];
  /** What came since it last forgot. */
  readonly report: (then?: 'forget') => Promise<SinkReport>;
  /** How many came. */
  readonly received: () => Promise<number>;
  readonly stop: () => void;
};
/** Messages of one send. */
export type Page = readonly ReturnType<typeof toMessage>[];
export type Stage = Awaited<ReturnType<typeof startStage>>;

export async function startSink(origins: number): Promise<Sink> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'webhook-sink.ts'), [String(origins)]);
  const said = async (): Promise<SinkMessage> => ((await once(child, 'message')) as [SinkMessage])[0];
  const first = await said();
  if (!('ports' in first)) throw new Error('the sink did not start');
  const ask = async (message: 'report' | 'forget' | 'count'): Promise<SinkReport> => {
    const answer = said();
    child.send(message);
    return (await answer) as SinkReport;
  };
  return {
    pid: child.pid ?? 0,
    origins: first.ports.map((port) => `http://127.0.0.1:${port}`),
    report: (then) => ask(then ?? 'report'),
    received: async () => (await ask('count')).received,
    stop: () => void child.kill('SIGKILL'),
  };
}

/** The webhooks service in a process of its own, and the hands that feed it. */
export async function startStage(servers: Servers) {
  const { service, namespace, port, producer, connection, stop } = await startAlone(servers, 'webhooks', {
    // Its events hide nothing.
    CHARGE_ADDRESS: '127.0.0.1:1',
    KEYS_ADDRESS: '127.0.0.1:1',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOWED_PRIVATE_TARGETS: '127.0.0.1/32',
    WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS),
  });
  const client = localClient(SERVICES.webhooks, `127.0.0.1:${port}`, { idempotent: [], deadlineMs: 10_000 });
  const deliveries = connection.collection('deliveries');
  const topic = topicName(namespace, 'charge');
  const isOpen = { status: { $in: ['PENDING', 'PROCESSING'] } };
  return {
    service,
    register: async (tenant: Tenant, url: string): Promise<void> => {
      await client.registerEndpoint({ requestId: 'bench' }, { tenant, url, events: ['charge.paid'] });
    },
    /** So many payments of the tenant, ready to be published. */
    pages: (tenant: Tenant, count: number): Page[] =>
      Array.from({ length: Math.ceil(count / PER_SEND) }, (_, nth) =>
        Array.from({ length: Math.min(PER_SEND, count - nth * PER_SEND) }, () => paymentOf(tenant)),
      ),
    /** Publishes the first of these pages and takes it away; how many payments it had. */
    publishPage: async (pages: Page[]): Promise<number> => {
      const messages = pages.shift() ?? [];
      await producer.send({ topic, messages: [...messages] });
      return messages.length;
    },
    publish: (tenant: Tenant): Promise<unknown> => producer.send({ topic, messages: [paymentOf(tenant)] }),
    /** How many deliveries have a document; one gets it with the outcome of its first attempt, or earlier. */
    documents: (): Promise<number> => deliveries.estimatedDocumentCount(),
    /** How many of the tenant's have one and are not recorded as delivered. */
    open: (tenant: Tenant): Promise<number> => deliveries.countDocuments({ ...tenant, ...isOpen }),
    /** What is open of these tenants is no longer. */
    forget: async (tenants: readonly Tenant[]): Promise<void> => {
      await deliveries.deleteMany({ $or: [...tenants], ...isOpen });
    },
    stop: async () => {
      client.close();
      await stop();
    },
  };
}

function paymentOf(tenant: Tenant) {
  const chargeId = newId('charge');
  const attributes = { eventId: eventIdOf(chargeId, 3), type: 'charge.paid', sequence: 3, tenant };
  const now = Date.now();
  const value = chargeEventCodec.encode({
    ...attributes,
    chargeId,
    occurredAtMs: now,
    paid: { charge: chargeOf(tenant, chargeId, now), previousStatus: 'WAITING_PAYMENT' },
  });
  return toMessage(encodedEvent({ ...attributes, traceparent: undefined }, value));
}

const chargeOf = (tenant: Tenant, id: string, now: number): Charge => ({
  id,
  tenant,
  surface: 'CHARGES',
  amount: 1_000,
  currency: 'BRL',
  status: 'PAID',
  paymentMethod: 'PIX',
  paymentMethods: ['PIX'],
  otherOrders: [],
  customer: { name: 'Maria' },
  pix: { brCode: '0'.repeat(150), qrCodeUrl: `https://gx.example/qr/${id}.png`, expiresAtMs: now + 3_600_000 },
  checkoutUrl: `https://checkout.example/${id}`,
  endToEndId: `E${'0'.repeat(31)}`,
  metadataJson: '{"order":"42"}',
  createdAtMs: now,
  paidAtMs: now,
  providerFee: 10,
  platformFee: 20,
});
