import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASES, topicSpecs } from '@gx/contracts';
import { type MongoClient, withMongo } from '@gx/runtime/mongo';
import { servers, testKafka, testTopics, uniqueName, until } from '@gx/testkit';
import type { ExecutionContext } from 'ava';
import { type Deployment, restore } from '../src/index.ts';

const { 'bank-simulator': _, ...KEPT } = DATABASES;
const MAJORITY = { writeConcern: { w: 'majority' } } as const;

type Fields = Readonly<Record<string, unknown>>;
export type StoredDocument = Fields & { readonly _id: string };
type KeyOwner = 'charge' | 'payout';
const keyOf = (owner: KeyOwner, customer: string): string => `key-${owner === 'charge' ? '' : 'payee-'}${customer}`;
export type SmallDeployment = Awaited<ReturnType<typeof smallDeployment>>;

/** Data of persons, as it lies in some databases. */
export const PLANTED = ['529.982.247-25', 'Ana Planted', 'ana@planted.example', 'bia@planted.example'] as const;
const [DOCUMENT, NAME, WEBHOOK_EMAIL, USER_EMAIL] = PLANTED;

/** Topics that were made just now, and can be read. */
async function readableTopics(): Promise<string> {
  const prefix = await testTopics();
  const admin = testKafka().admin();
  await admin.connect();
  await until('each partition has its leader', () =>
    Promise.all(topicSpecs(prefix).map(({ name }) => admin.fetchTopicOffsets(name))),
  );
  await admin.disconnect();
  return prefix;
}

/**
 * Databases and topics of a test's own, with one charge for each of these customers, and nothing that runs.
 */
export async function smallDeployment(t: ExecutionContext, customers: readonly string[]) {
  const parent = await mkdtemp(join(tmpdir(), 'gx-back-up-'));
  const { mongoUrl, kafkaBrokers } = servers();
  const deployment: Deployment = {
    mongoUrl,
    kafkaBrokers: kafkaBrokers.join(','),
    topicPrefix: await readableTopics(),
    databasePrefix: `${uniqueName('kept')}_`,
  };
  const nameOf = (owner: keyof typeof KEPT): string => `${deployment.databasePrefix}${KEPT[owner]}`;
  const names = (Object.keys(KEPT) as (keyof typeof KEPT)[]).map(nameOf);
  const withClient = <T>(act: (client: MongoClient) => Promise<T>): Promise<T> => withMongo(mongoUrl, act);
  const collectionOf = (client: MongoClient, owner: keyof typeof KEPT, collection: string) =>
    client.db(nameOf(owner)).collection<StoredDocument>(collection);
  const burn = (): Promise<void> =>
    withClient(async (client) => {
      for (const name of names) await client.db(name).dropDatabase();
    });
  t.teardown(async () => {
    await burn();
    await rm(parent, { recursive: true });
  });

  await withClient(async (client) => {
    for (const owner of ['charge', 'payout'] as const) {
      const keys = collectionOf(client, owner, 'customer_keys');
      const current = { unique: true, partialFilterExpression: { isCurrent: true } } as const;
      await keys.createIndex({ name: 1 }, { name: 'current', ...current });
      for (const customer of customers) {
        const _id = keyOf(owner, customer);
        await keys.insertOne({ _id, name: customer, isCurrent: true, wrapped: 'w' }, MAJORITY);
        const record = { _id: `${owner}-${customer}`, keyId: _id, document: DOCUMENT };
        await collectionOf(client, owner, `${owner}s`).insertOne(record, MAJORITY);
      }
    }
    const text = { _id: 'one', text: `${NAME} ${WEBHOOK_EMAIL}`, count: 1 };
    await collectionOf(client, 'webhooks', 'deliveries').insertOne(text, MAJORITY);
    await collectionOf(client, 'keys', 'users').insertOne({ _id: 'one', email: USER_EMAIL }, MAJORITY);
    for (const owner of ['refund', 'payout', 'ledger'] as const)
      await collectionOf(client, owner, 'kept').insertOne({ _id: owner }, MAJORITY);
  });

  /** A person is readable while the key is there. */
  const readable = (owner: KeyOwner) =>
    withClient(async (client) => {
      const keys = await collectionOf(client, owner, 'customer_keys').find().toArray();
      const records = await collectionOf(client, owner, `${owner}s`).find().sort({ _id: 1 }).toArray();
      return records
        .filter(({ keyId }) => keys.find(({ _id }) => _id === keyId)?.['wrapped'] !== undefined)
        .map(({ _id }) => _id);
    });

  return {
    deployment,
    parent,
    folder: (name: string): string => join(parent, name),
    keysFolder: join(parent, 'customer-keys'),
    burn,
    restore: (name: string, options = {}) => restore(deployment, join(parent, name), options),
    /** As `ops privacy erase` leaves a key. */
    erase: (customer: string, owner: KeyOwner = 'charge') =>
      withClient((client) =>
        collectionOf(client, owner, 'customer_keys').updateOne(
          { _id: keyOf(owner, customer) },
          { $unset: { wrapped: '', name: '', isCurrent: '' }, $set: { erasedAt: new Date() } },
          MAJORITY,
        ),
      ),
    readableCharges: () => readable('charge'),
    readablePayouts: () => readable('payout'),
    /** As before payout had keys of its own. */
    withoutPayees: async (act: () => Promise<unknown>): Promise<void> => {
      const keysOf = (client: MongoClient) => collectionOf(client, 'payout', 'customer_keys');
      const kept = await withClient((client) => keysOf(client).find().toArray());
      await withClient((client) => keysOf(client).drop());
      await act();
      await withClient((client) => keysOf(client).insertMany(kept, MAJORITY));
    },
    /** Every document and every index of every database. */
    everything: () =>
      withClient(async (client) => {
        const found: [string, unknown, unknown][] = [];
        for (const name of names)
          for (const { name: collection } of await client.db(name).listCollections().toArray()) {
            const own = client.db(name).collection(collection);
            found.push([`${name}.${collection}`, await own.find().sort({ _id: 1 }).toArray(), await own.indexes()]);
          }
        return found.sort(([a], [b]) => a.localeCompare(b));
      }),
    /** Every file below the parent of the back-ups, by its path. */
    files: async (): Promise<Map<string, Buffer>> => {
      const entries = await readdir(parent, { recursive: true, withFileTypes: true });
      const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const)));
    },
  };
}
