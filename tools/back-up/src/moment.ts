import {
  chargeEventCodec,
  DATABASES,
  deadLetterTopic,
  ledgerEventCodec,
  payoutEventCodec,
  refundEventCodec,
  TOPICS,
  type TopicKey,
  topicName,
} from '@gx/contracts';
import type mongoose from 'mongoose';

/** What a database holds once a change has happened that an event tells of. */
type Evidence = { readonly database: string; readonly collection: string; readonly filter: Record<string, unknown> };

/** All databases as they were at one moment. */
export type Moment = {
  /** Whether what a message tells of had happened by then. */
  readonly knows: (topic: string, value: Buffer | null) => Promise<boolean>;
};

const ofCharge = (value: Buffer): Evidence | undefined => {
  const { chargeId, sequence, returnOrdered } = chargeEventCodec.decode(value);
  if (chargeId !== '')
    return {
      database: DATABASES.charge,
      collection: 'charges',
      filter: { _id: chargeId, sequence: { $gte: sequence } },
    };
  if (returnOrdered === undefined || returnOrdered === null) return undefined;
  return { database: DATABASES.charge, collection: 'unmatched_payments', filter: { returnId: returnOrdered.returnId } };
};

/**
 * Where the owner of a topic writes down what its events tell of; undefined for a hint, which changes nothing
 * by itself.
 */
const EVIDENCE: Readonly<Record<TopicKey, (value: Buffer) => Evidence | undefined>> = {
  charge: ofCharge,
  chargeMoney: ofCharge,
  refund: (value) => {
    const { refundId, sequence } = refundEventCodec.decode(value);
    return {
      database: DATABASES.refund,
      collection: 'refunds',
      filter: { _id: refundId, sequence: { $gte: sequence } },
    };
  },
  payout: (value) => {
    const { payoutId, sequence } = payoutEventCodec.decode(value);
    return {
      database: DATABASES.payout,
      collection: 'payouts',
      filter: { _id: payoutId, sequence: { $gte: sequence } },
    };
  },
  ledger: (value) => {
    const { entryPosted } = ledgerEventCodec.decode(value);
    if (entryPosted === undefined || entryPosted === null) return undefined;
    return { database: DATABASES.ledger, collection: 'journal_entries', filter: { _id: entryPosted.reference } };
  },
};

type Prefixes = { readonly topicPrefix: string; readonly databasePrefix: string };

/** The moment that a session with snapshot reads sees. */
export function momentOf(
  session: mongoose.mongo.ClientSession,
  client: mongoose.mongo.MongoClient,
  { topicPrefix, databasePrefix }: Prefixes,
): Moment {
  const evidenceOf = new Map(
    (Object.keys(TOPICS) as TopicKey[]).flatMap((key) => {
      const topic = topicName(topicPrefix, key);
      return [topic, deadLetterTopic(topic)].map((name) => [name, EVIDENCE[key]] as const);
    }),
  );
  return {
    knows: async (topic, value) => {
      const evidence = value === null ? undefined : readable(() => evidenceOf.get(topic)?.(value));
      if (evidence === undefined) return true;
      const collection = client.db(`${databasePrefix}${evidence.database}`).collection(evidence.collection);
      return (await collection.findOne(evidence.filter as never, { session, projection: { _id: 1 } })) !== null;
    },
  };
}

/** What cannot be read is dead-lettered, or will be: a person looks at it. */
function readable(read: () => Evidence | undefined): Evidence | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
