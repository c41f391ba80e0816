import { EVENT_HEADERS, topicName } from '@gx/contracts';
import {
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  type Admin,
  type IHeaders,
  Kafka,
  logLevel,
  ResourcePatternTypes,
} from '@gx/runtime/kafkajs';
import { uniqueName, until } from '@gx/testkit';
import { runOps } from '../ops.ts';
import type { Walk } from '../walk.ts';
import type { AlertSandbox } from '../world.ts';

const MONEY_TOPIC = topicName('', 'chargeMoney');
const COPIES = 13_000;
const LOOK = { timeoutMs: 120_000, everyMs: 250 } as const;

const kafkaOf = ({ kafka }: AlertSandbox): Kafka =>
  new Kafka({ brokers: [kafka.kafkaBrokers], logLevel: logLevel.NOTHING });

const brokerAway: Walk = {
  name: 'kafka-away',
  alerts: ['GxOutboxWaits'],
  fault: 'Kafka is stopped; one replica of charge',
  mendedBy: 'Kafka is started; `ops topics create`',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    const [, second] = sandbox.replicas('charge');
    await second?.stop();
    await fault(() => sandbox.kafka.stop());
    await fires('GxOutboxWaits');
    page.grep('charge', 'events wait for kafka', 1);
    await page.query('max by (pod, db_collection_name) (gx_outbox_oldest_age) > 0');
    await page.ops('topics', 'create', '--no-access-lists');
    await mend(() => sandbox.kafka.start());
    await page.ops('topics', 'create', '--no-access-lists');
    page.grep('charge', 'left behind', 1);
  },
  undo: async (sandbox) => {
    await sandbox.kafka.start();
    for (const handle of sandbox.replicas('charge')) await handle.start();
  },
};

const onlyReads = (sandbox: AlertSandbox): Promise<unknown> =>
  sandbox.mongo.admin
    .db('gx_ledger')
    .command({ updateUser: 'ledger', roles: [{ role: 'read', db: 'gx_ledger' }], writeConcern: { w: 'majority' } });

const LEDGER_LAG =
  'max by (pod) (gx_consumer_lag{messaging_consumer_group_name="ledger",messaging_destination_name="gx.charge.money.v1"})';
const lagsOf = ({ prometheus }: AlertSandbox) => prometheus.query(`${LEDGER_LAG} > 0`);

type TopicMessage = {
  readonly partition: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: IHeaders;
};

/** What is on the topic already, once more and once more: a producer that repeats itself. */
async function sendAgain(sandbox: AlertSandbox, count: number): Promise<void> {
  const kafka = kafkaOf(sandbox);
  const seen: TopicMessage[] = [];
  const consumer = kafka.consumer({ groupId: uniqueName('copier'), maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topic: MONEY_TOPIC, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ partition, message: { key, value, headers = {} } }) => {
      seen.push({ partition, key, value, headers });
    },
  });
  await until('there are messages to repeat', () => seen.length >= 100, LOOK);
  await consumer.disconnect();
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  for (let sent = 0; sent < count; sent += 500) {
    const messages = Array.from({ length: 500 }, (_, index) => seen[(sent + index) % seen.length] as TopicMessage);
    await producer.send({ topic: MONEY_TOPIC, messages });
  }
  await producer.disconnect();
}

const consumerFails: Walk = {
  name: 'ledger-cannot-write',
  alerts: ['GxConsumerFails', 'GxJobFails'],
  fault: 'the ledger’s database user may only read',
  mendedBy: '`ops databases create-users`',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    await fault(() => onlyReads(sandbox));
    await fires('GxConsumerFails');
    page.grep('ledger', 'batch failed, will be tried again', 1);
    await fires('GxJobFails');
    await page.query('max by (gx_job) (gx_job_failures_in_a_row) > 0');
    page.grep('ledger', 'job failed, will run again', 1);
    await mend(() => page.ops('databases', 'create-users'));
    await page.ops('ledger', 'verify');
  },
  undo: async ({ opsEnv }) => void (await runOps(opsEnv, ['databases', 'create-users'])),
};

const refuseEntries = ({ mongo }: AlertSandbox, validator: object): Promise<unknown> =>
  mongo.admin.db('gx_ledger').command({ collMod: 'journal_entries', validator, writeConcern: { w: 'majority' } });

const consumerBehind: Walk = {
  name: 'ledger-behind',
  alerts: ['GxConsumerBehind'],
  fault: `the database refuses the ledger’s entries, and ${COPIES} messages come behind the batch that fails; one replica`,
  mendedBy: 'one more replica, then the database takes them',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    const [, second] = sandbox.replicas('ledger');
    await second?.stop();
    await fault(async () => {
      await refuseEntries(sandbox, { _id: 'nothing' });
      await sendAgain(sandbox, COPIES);
    });
    await fires('GxConsumerBehind');
    await page.query(LEDGER_LAG);
    page.grep('ledger', 'batch failed, will be tried again', 1);
    await second?.start();
    page.note('one more replica of the ledger');
    await until('the other replica has partitions', async () => (await lagsOf(sandbox)).length === 2, LOOK);
    await page.query(LEDGER_LAG);
    await mend(() => refuseEntries(sandbox, {}));
    await page.ops('ledger', 'verify');
    await page.query(LEDGER_LAG);
  },
  undo: async (sandbox) => {
    await refuseEntries(sandbox, {});
    for (const handle of sandbox.replicas('ledger')) await handle.start();
  },
};

const LEDGER_GROUP = {
  resourceType: AclResourceTypes.GROUP,
  resourceName: 'ledger',
  resourcePatternType: ResourcePatternTypes.LITERAL,
  principal: 'User:ANONYMOUS',
  host: '*',
  operation: AclOperationTypes.READ,
  permissionType: AclPermissionTypes.DENY,
} as const;

async function withAdmin(sandbox: AlertSandbox, act: (admin: Admin) => Promise<unknown>): Promise<void> {
  const admin = kafkaOf(sandbox).admin();
  await admin.connect();
  try {
    await act(admin);
  } finally {
    await admin.disconnect();
  }
}

const letLedgerIn = (sandbox: AlertSandbox): Promise<void> =>
  withAdmin(sandbox, (admin) => admin.deleteAcls({ filters: [LEDGER_GROUP] }));

const consumerStopped: Walk = {
  name: 'ledger-refused',
  alerts: ['GxConsumerStopped'],
  fault: 'somebody denies the ledger its group by hand',
  mendedBy: 'the DENY is taken away',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    await fault(() => withAdmin(sandbox, (admin) => admin.createAcls({ acl: [LEDGER_GROUP] })));
    await fires('GxConsumerStopped');
    page.grep('ledger', 'consumer_refused', 1);
    await page.query('max by (pod, messaging_consumer_group_name) (gx_consumer_last_fetch_age) > 120');
    await mend(() => letLedgerIn(sandbox));
    await page.ops('ledger', 'verify');
  },
  undo: letLedgerIn,
};

const poison: Walk = {
  name: 'poison',
  alerts: ['GxDeadLetters'],
  fault: 'a message that is no event of ours comes on the topic of money',
  mendedBy: 'nobody: it is looked at, put back, and dead-lettered again',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    const producer = kafkaOf(sandbox).producer({ allowAutoTopicCreation: false });
    await producer.connect();
    const headers = { [EVENT_HEADERS.eventType]: 'charge.payment_accepted' };
    await fault(() => producer.send({ topic: MONEY_TOPIC, messages: [{ key: 'x', value: 'not an event', headers }] }));
    await producer.disconnect();
    await fires('GxDeadLetters');
    page.grep('ledger', 'message_dead_lettered', 1);
    const { text } = await page.ops('dead-letters', 'list');
    await mend(() => page.ops('dead-letters', 'replay', messageOf(text)));
    await until('it is dead-lettered again', () => page.grep('ledger', 'dead-lettered again', 1).length > 0, LOOK);
    await page.ops('dead-letters', 'list');
  },
  undo: async () => undefined,
};

/** The place of the first message of a list. */
function messageOf(list: string): string {
  const found = list.split('\n')[1]?.split(/\s+/)[0];
  if (found === undefined) throw new Error(`nothing is dead-lettered: ${list}`);
  return found;
}

const mismatch: Walk = {
  name: 'charge-changed',
  alerts: ['GxDeadLetters', 'GxAlarm'],
  fault: 'somebody changes the account of a charge in the database while the ledger credits it',
  mendedBy: 'the account is put back, `ops dead-letters replay --all`',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    const [shop] = sandbox.shops;
    if (shop === undefined) throw new Error('no shop');
    const { body } = await shop.merchant.create();
    const id = body.id.replace('ch_', '');
    const charges = sandbox.mongo.admin.db('gx_charge').collection<{ _id: string; accountId: string }>('charges');
    await Promise.all(sandbox.replicas('ledger').map((handle) => handle.stop()));
    await shop.merchant.pay(body.id);
    // Its event is on the topic, and out of the document.
    const published = { _id: id, 'payments.0': { $exists: true }, 'outbox.0': { $exists: false } };
    const charge = await until(
      'the payment is published',
      async () => (await charges.findOne(published)) ?? undefined,
      LOOK,
    );
    const setAccount = (accountId: string) => charges.updateOne({ _id: id }, { $set: { accountId } });
    await fault(async () => {
      await setAccount('01a204d8-0000-7000-8000-000000000000');
      await Promise.all(sandbox.replicas('ledger').map((handle) => handle.start()));
    });
    await fires('GxDeadLetters');
    await fires('GxAlarm');
    await page.query('increase(gx_alarms_total[15m]) > 0 or (gx_alarms_total unless gx_alarms_total offset 15m) > 0');
    page.grep('charge', '"alarm":"message_dead_lettered"', 1);
    await page.ops('dead-letters', 'list');
    await mend(async () => {
      await setAccount(charge.accountId);
      await page.ops('dead-letters', 'replay', '--all');
    });
    await shop.merchant.untilStatus(body.id, 'paid', LOOK.timeoutMs);
    page.note('the charge reads paid');
    await page.ops('dead-letters', 'list');
  },
  undo: async (sandbox) => {
    for (const handle of sandbox.replicas('ledger')) await handle.start();
  },
};

export const MESSAGES: readonly Walk[] = [brokerAway, consumerStopped, consumerFails, consumerBehind, mismatch, poison];
