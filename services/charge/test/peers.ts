import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  chargeEventCodec,
  encodedEvent,
  ledgerEventCodec,
  type MessageInit,
  refundEventCodec,
  SERVICES,
  topicName,
} from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import type { LedgerEvent, ListPostedEntriesRequest } from '@gx/contracts/ledger';
import type { ListDevolutionsRequest, ListStatusesRequest, RefundEvent } from '@gx/contracts/refund';
import { type Id, Refusal, refundEventIdOf, type Tenant } from '@gx/core';
import { toMessage } from '@gx/runtime/kafka';
import { readTopic, serveRpcs, testHost, testKafka } from '@gx/testkit';
import { type ActRecords, actRecords } from '@gx/testkit/stand-ins';

/**
 * The services around charge, as far as these tests need them: each speaks the real contract over the real
 * wire.
 */

export type Accounts = {
  readonly address: string;
  /** Until it is up again, nobody can look an account up. */
  down: boolean;
  /** So many questions are heard and never answered, like those to a process that stands still. */
  mute: number;
  /** What it was given to file. */
  readonly records: ActRecords;
  readonly stop: () => Promise<void>;
};

/** `keys`, which knows one kind of account: 1 % for the platform, an hour for a charge, credits at once. */
export async function startAccounts(): Promise<Accounts> {
  const host = testHost('keys');
  const accounts = { address: '', down: false, mute: 0, records: actRecords(), stop: host.stop };
  const GetAccountSettings = async () => {
    if (accounts.mute > 0) {
      accounts.mute -= 1;
      await new Promise<never>(() => {});
    }
    if (accounts.down) throw new Refusal('service_unavailable', 'down');
    return {
      name: 'Loja de Teste',
      platformFeeBasisPoints: 100,
      platformFeeFixed: 0,
      defaultExpiresInSeconds: 3_600,
      settlementDelaySeconds: 0,
    };
  };
  const { port } = await serveRpcs(host, {
    definition: SERVICES.keys,
    handlers: { GetAccountSettings, RecordActs: accounts.records.RecordActs } as never,
  });
  accounts.address = `127.0.0.1:${port}`;
  return accounts;
}

export type PeerBooks = {
  readonly address: string;
  /** References of entries that stand. */
  readonly booked: Set<string>;
  /** Until it is up again, nobody can ask what stands. */
  down: boolean;
  /** How often somebody asked in vain. */
  refused: number;
  readonly stop: () => Promise<void>;
};

/** `ledger`, as far as charge asks what it has booked. */
export async function startBooks(): Promise<PeerBooks> {
  const host = testHost('ledger');
  const books = { address: '', booked: new Set<string>(), down: false, refused: 0, stop: host.stop };
  const ListPostedEntries = async (_ctx: unknown, { references }: ListPostedEntriesRequest) => {
    if (books.down) {
      books.refused += 1;
      throw new Refusal('service_unavailable', 'down');
    }
    return { references: references.filter((reference) => books.booked.has(reference)) };
  };
  const handlers = { ListPostedEntries } as never;
  const { port } = await serveRpcs(host, { definition: SERVICES.ledger, handlers });
  books.address = `127.0.0.1:${port}`;
  return books;
}

export type Rows = {
  readonly address: string;
  /** Bank ids of what we have ordered back, by payment. */
  readonly own: Map<string, string[]>;
  /** How far refunds, returns and bank returns are. */
  readonly statuses: Map<string, RefundStatusName>;
  /** Until it is up again, nobody can ask what is ours. */
  down: boolean;
  readonly stop: () => Promise<void>;
};
type RefundStatusName = 'PENDING' | 'IN_PROGRESS' | 'REFUNDED' | 'FAILED';

/** `refund`, as far as charge asks what is ours and what it has taken over. */
export async function startRows(): Promise<Rows> {
  const host = testHost('refund');
  const rows: Rows = { address: '', own: new Map(), statuses: new Map(), down: false, stop: host.stop };
  const demandUp = (): void => {
    if (rows.down) throw new Refusal('service_unavailable', 'down');
  };
  const handlers = {
    ListDevolutions: async (_ctx: unknown, { endToEndIds }: ListDevolutionsRequest) => {
      demandUp();
      const own = endToEndIds.flatMap((endToEndId) =>
        (rows.own.get(endToEndId) ?? []).map((bankId) => ({ endToEndId, bankId, amount: 0, status: 'IN_PROGRESS' })),
      );
      return { devolutions: own };
    },
    ListStatuses: async (_ctx: unknown, { refundIds }: ListStatusesRequest) => {
      demandUp();
      const known = refundIds.filter((id) => rows.statuses.has(id));
      return { refunds: known.map((refundId) => ({ refundId, status: rows.statuses.get(refundId) })) };
    },
  };
  const { port } = await serveRpcs(host, { definition: SERVICES.refund, handlers: handlers as never });
  return Object.assign(rows, { address: `127.0.0.1:${port}` });
}

type Forward = (profileId: string, token: string, body: Buffer) => Promise<unknown>;
export type Listener = { readonly url: string; forward: Forward; readonly stop: () => Promise<void> };

/** The gateway's listener for banks: hands each callback on and answers 200 only when it is stored. */
export async function startListener(): Promise<Listener> {
  const server = createServer((request, response) => {
    const [, profileId = '', token = ''] = /^\/bank\/([^/]+)\/([^/]+)(?:\/pix)?$/.exec(request.url ?? '') ?? [];
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      listener.forward(profileId, token, Buffer.concat(chunks)).then(
        () => response.end(),
        () => response.writeHead(503).end(),
      );
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const listener: Listener = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forward: () => Promise.reject(new Error('nobody listens')),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return listener;
}

export type Ledger = {
  /**
   * What charge published about one charge, oldest first, and not what comes behind a gap: it travels on two
   * topics, which are read at their own pace. An event may be published twice.
   */
  readonly events: (chargeId: string) => ChargeEvent[];
  /** The headers beside the first event of a type; an event may be published twice. */
  readonly headers: (chargeId: string, type: string) => Record<string, string> | undefined;
  /** Answers a payment as the ledger does, once or more often. */
  readonly credit: (accepted: ChargeEvent, change?: Change) => Promise<void>;
  readonly stop: () => Promise<void>;
};
type Change = {
  readonly chargeId?: string;
  readonly endToEndId?: string;
  readonly times?: number;
  readonly traceparent?: string;
};

/** As many events of one charge as are there without one missing between them. */
function withoutGap(events: readonly ChargeEvent[]): ChargeEvent[] {
  const gap = events.findIndex(({ sequence }, at) => sequence > (events[at - 1]?.sequence ?? 0) + 1);
  return events.slice(0, gap === -1 ? undefined : gap);
}

/** Both ends of the bus that belong to the ledger. */
export async function startLedger(topicPrefix: string): Promise<Ledger> {
  const topics = (['charge', 'chargeMoney'] as const).map((topic) => readTopic(topicName(topicPrefix, topic)));
  const readers = await Promise.all(topics);
  const producer = testKafka().producer({ allowAutoTopicCreation: false });
  await producer.connect();
  const decoded = () =>
    readers
      .flatMap(({ messages }) => messages)
      .map(({ value, headers }) => ({ event: chargeEventCodec.decode(value), headers }))
      .toSorted((a, b) => a.event.sequence - b.event.sequence);
  return {
    events: (id) =>
      withoutGap(
        decoded()
          .filter(({ event }) => event.chargeId === id)
          .map(({ event }) => event),
      ),
    headers: (id, type) => decoded().find(({ event }) => event.chargeId === id && event.type === type)?.headers,
    credit: async ({ chargeId, tenant, paymentAccepted }, { times = 1, traceparent, ...change } = {}) => {
      const eventId = `evt_${chargeId}`;
      const event: MessageInit<LedgerEvent> = {
        eventId,
        type: 'ledger.entry_posted',
        tenant,
        occurredAtMs: Date.now(),
        entryPosted: {
          reference: `paid:${change.chargeId ?? chargeId}`,
          entryId: eventId,
          chargeId: change.chargeId ?? chargeId,
          endToEndId: change.endToEndId ?? paymentAccepted?.endToEndId ?? '',
          postedAtMs: Date.now(),
        },
      };
      const attributes = { eventId, type: 'ledger.entry_posted', sequence: 1, tenant: tenant as never, traceparent };
      const message = toMessage(encodedEvent(attributes, ledgerEventCodec.encode(event)));
      await producer.send({
        topic: topicName(topicPrefix, 'ledger'),
        messages: Array.from({ length: times }, () => message),
      });
    },
    stop: async () => {
      await Promise.all(readers.map((reader) => reader.stop()));
      await producer.disconnect();
    },
  };
}

export type Refunds = {
  /** Says something of a refund or return as refund does, once or more often. */
  readonly publish: (about: RefundNews, times?: number) => Promise<void>;
  readonly stop: () => Promise<void>;
};
type RefundNews = Pick<
  MessageInit<RefundEvent>,
  'type' | 'chargeId' | 'created' | 'progressed' | 'returnProgressed'
> & {
  readonly tenant: Tenant;
  readonly refundId: Id<'refund'>;
  readonly sequence: number;
};

/** The end of the bus that belongs to refund. */
export async function startRefunds(topicPrefix: string): Promise<Refunds> {
  const producer = testKafka().producer({ allowAutoTopicCreation: false });
  await producer.connect();
  return {
    publish: async ({ type = '', ...news }, times = 1) => {
      const eventId = refundEventIdOf(news.refundId, news.sequence);
      const attributes = { eventId, type, sequence: news.sequence, tenant: news.tenant, traceparent: undefined };
      const value = refundEventCodec.encode({ ...news, eventId, type, occurredAtMs: Date.now() });
      const message = toMessage(encodedEvent(attributes, value));
      const messages = Array.from({ length: times }, () => message);
      await producer.send({ topic: topicName(topicPrefix, 'refund'), messages });
    },
    stop: () => producer.disconnect(),
  };
}
