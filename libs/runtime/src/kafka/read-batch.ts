import { type Codec, DLQ_HEADERS, EVENT_HEADERS, type TenantMessage } from '@gx/contracts';
import type { Context } from '@opentelemetry/api';
import type { Host } from '../service/run-service.ts';
import { contextFrom } from '../telemetry/trace-context.ts';
import { signedParts } from './connect-events.ts';
import type { EventKeys } from './event-keys.ts';
import type { KafkaMessage } from './kafkajs.ts';
import { headerText } from './messages.ts';

/** What every event says of itself. */
export type EventEnvelope = {
  readonly eventId: string;
  readonly type: string;
  readonly tenant: TenantMessage | null;
};

/** One decoded event of a batch, with what travelled beside it. */
export type ReceivedEvent<E> = {
  readonly event: E;
  readonly traceparent: string | undefined;
  /** The context of the event's own trace: effects on its behalf belong there. */
  readonly context: Context;
  readonly offset: string;
};

export type ReadOptions<E extends EventEnvelope> = {
  /** What the events of the topic's owner are verified with. */
  readonly keys: Pick<EventKeys, 'refusalOf' | 'unsignedUntil'>;
  readonly group: string;
  readonly topic: string;
  readonly codec: Codec<E>;
  /** Events of other types are left out before `apply`: they are not this consumer's. */
  readonly types: readonly string[];
};

/** Why a message becomes a dead letter; `forged`: its topic's owner is not known to have published it. */
export type MessageRejection = {
  readonly reason: string;
  readonly forged?: true;
  /** Raised beside that of every dead letter. */
  readonly alarm?: string;
};
type BatchContent<E> = {
  readonly received: ReceivedEvent<E>[];
  /** By offset. */
  readonly rejected: ReadonlyMap<string, MessageRejection>;
};

/** Verifies and decodes what is this consumer's of a batch. */
export async function readBatch<E extends EventEnvelope>(
  { log }: Pick<Host, 'log'>,
  options: ReadOptions<E>,
  messages: readonly KafkaMessage[],
): Promise<BatchContent<E>> {
  const { topic, group, keys } = options;
  const own = messages.filter((message) => (headerText(message, DLQ_HEADERS.group) ?? group) === group);
  const read = await Promise.all(own.map(async (message) => [message, await readMessage(options, message)] as const));
  const received: ReceivedEvent<E>[] = [];
  const rejected = new Map<string, MessageRejection>();
  let unsigned = 0;
  for (const [message, result] of read) {
    if (result === undefined) continue;
    if ('reason' in result) rejected.set(message.offset, result);
    else {
      received.push(result);
      if (message.headers?.[EVENT_HEADERS.signature] === undefined) unsigned += 1;
    }
  }
  const leftOut = messages.length - received.length - rejected.size;
  if (leftOut > 0) log.debug({ topic, group, left_out: leftOut }, 'events of other types left out');
  if (unsigned > 0) log.warn({ topic, group, events: unsigned, until: keys.unsignedUntil }, 'unsigned events applied');
  return { received, rejected };
}

/** Undefined for an event of a type that this consumer does not apply, and that others verify. */
async function readMessage<E extends EventEnvelope>(
  { codec, types, topic, keys }: ReadOptions<E>,
  message: KafkaMessage,
): Promise<ReceivedEvent<E> | MessageRejection | undefined> {
  const type = headerText(message, EVENT_HEADERS.eventType);
  const isOurs = type === undefined || types.includes(type);
  if (isOurs) {
    const signature = headerText(message, EVENT_HEADERS.signature);
    const refusal = await keys.refusalOf({ ...signedParts(topic, message), signature });
    if (refusal !== undefined) return forged(refusal);
  }
  const event = decoded(codec, message);
  if ('reason' in event) return isOurs ? event : undefined;
  const mismatch = mismatchOf(message, event.event);
  if (mismatch !== undefined) return forged(`its header ${mismatch} is not what its value says`);
  if (!isOurs) return undefined;
  const traceparent = headerText(message, EVENT_HEADERS.traceparent);
  return { event: event.event, traceparent, context: contextFrom(traceparent), offset: message.offset };
}

const forged = (reason: string): MessageRejection => ({ reason: `not authentic: ${reason}`, forged: true });

function decoded<E>({ decode }: Codec<E>, { value }: KafkaMessage): { readonly event: E } | MessageRejection {
  try {
    if (value === null) throw new Error('no value');
    return { event: decode(value) };
  } catch (error) {
    return { reason: `undecodable: ${error instanceof Error ? error.message : 'unknown'}` };
  }
}

/** The first header that the value contradicts: consumers read one or the other, and must not differ. */
function mismatchOf(message: KafkaMessage, { eventId, type, tenant }: EventEnvelope): string | undefined {
  const accountId = tenant?.accountId ?? '';
  const expected = {
    [EVENT_HEADERS.eventType]: type,
    [EVENT_HEADERS.eventId]: eventId,
    [EVENT_HEADERS.accountId]: accountId,
    [EVENT_HEADERS.livemode]: String(tenant?.livemode ?? ''),
  };
  const header = Object.entries(expected).find(([name, text]) => headerText(message, name) !== text)?.[0];
  return header ?? (message.key?.toString() === accountId ? undefined : 'key');
}
