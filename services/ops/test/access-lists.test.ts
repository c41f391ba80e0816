import { KAFKA_USERS, kafkaRights, topicSpecs } from '@gx/contracts';
import {
  type AclEntry,
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  ResourcePatternTypes,
} from '@gx/runtime/kafkajs';
import { type AuthorizedKafka, authorizedKafka, kafkaActs, servers, testTopics, until } from '@gx/testkit';
import test from 'ava';
import { ops } from './harness.ts';

const STRANGER = 'stranger';
const PREFIX = 'shop.';
let kafka: AuthorizedKafka;
test.before(async () => {
  kafka = await authorizedKafka([...KAFKA_USERS, STRANGER]);
});
test.after.always(async () => {
  await kafka.stop();
});

const CREATE = ['topics', 'create', '--replication-factor', '1', '--min-insync-replicas', '1'];
const envOf = ({ mechanism, username, password } = kafka.superUser) => ({
  KAFKA_BROKERS: kafka.brokers,
  KAFKA_SASL_MECHANISM: mechanism,
  KAFKA_SASL_USERNAME: username,
  KAFKA_SASL_PASSWORD: password,
  TOPIC_PREFIX: PREFIX,
});
const TOPICS = topicSpecs(PREFIX).map(({ name }) => name);
const GROUPS = [
  ...new Set(kafkaRights(PREFIX).flatMap(({ of, name, isPrefix }) => (of === 'group' && !isPrefix ? [name] : []))),
];

const entry = (more: Partial<AclEntry>): AclEntry => ({
  resourceType: AclResourceTypes.TOPIC,
  resourceName: `${PREFIX}gx.charge.events.v1`,
  resourcePatternType: ResourcePatternTypes.LITERAL,
  principal: 'User:ledger',
  host: '*',
  operation: AclOperationTypes.READ,
  permissionType: AclPermissionTypes.ALLOW,
  ...more,
});
const allEntries = (): Promise<readonly string[]> =>
  kafka.withAdmin(async (admin) => {
    const { resources } = await admin.describeAcls({
      resourceType: AclResourceTypes.ANY,
      resourcePatternType: ResourcePatternTypes.ANY,
      operation: AclOperationTypes.ANY,
      permissionType: AclPermissionTypes.ANY,
    });
    return resources.flatMap(({ acls, ...of }) => acls.map((acl) => JSON.stringify({ ...of, ...acl }))).toSorted();
  });

test.serial(
  'each user may do what its row says and nothing else, a stranger nothing, and nobody makes topics',
  async (t) => {
    t.timeout(180_000);
    const made = await ops(CREATE, envOf());
    t.deepEqual([made.code, made.err], [0, '']);
    t.regex(made.out, /^Created: .*\nRights given: .*ledger may read group shop\.ledger-payout/);
    const expected = new Set(kafkaRights(PREFIX).map(({ user, may, of, name }) => `${user} ${may} ${of} ${name}`));
    await until('the brokers know the last of them', async () => (await allEntries()).length === expected.size);
    const wrong: string[] = [];
    let acts = 0;
    for (const user of [...KAFKA_USERS, STRANGER]) {
      const own = await kafkaActs(kafka.brokers, kafka.userOf(user));
      const judge = async (act: string, isLet: Promise<boolean>, ...by: readonly string[]): Promise<void> => {
        acts += 1;
        const may = by.some((one) => expected.has(`${user} ${one}`));
        if ((await isLet) !== may) wrong.push(`${user} ${act}: ${may ? 'refused' : 'let'}`);
      };
      for (const topic of TOPICS) {
        await judge(`write ${topic}`, own.write(topic), `write topic ${topic}`);
        await judge(`read ${topic}`, own.read(topic), `read topic ${topic}`);
      }
      for (const group of GROUPS) {
        await judge(`read ${group}`, own.readGroup(group), `read group ${group}`);
        await judge(`see ${group}`, own.describeGroup(group), `read group ${group}`, `describe group ${group}`);
      }
      await judge('create', own.createTopic(`${PREFIX}${user}.own`));
      await own.stop();
    }
    t.deepEqual(wrong, []);
    t.is(acts, (KAFKA_USERS.length + 1) * (TOPICS.length * 2 + GROUPS.length * 2 + 1));
  },
);

test.serial(
  'a second time changes nothing; what the table no longer has is taken, and what others have made stays',
  async (t) => {
    const before = await allEntries();
    const again = await ops(CREATE, envOf());
    t.deepEqual(again, { code: 0, out: 'Every topic is there.\nEvery right is as it should be.\n', err: '' });
    t.deepEqual(await allEntries(), before);

    const ours = [entry({}), entry({ resourceName: `${PREFIX}gx.gone.events.v1` })];
    const group = { resourceType: AclResourceTypes.GROUP, resourceName: `${PREFIX}ledger-gone` };
    const theirs = [
      entry({ principal: `User:${STRANGER}` }),
      entry({ permissionType: AclPermissionTypes.DENY, principal: 'User:webhooks' }),
      entry({ host: '10.0.0.1' }),
      entry({ operation: AclOperationTypes.DESCRIBE_CONFIGS }),
      entry({ resourceName: 'gx.charge.events.v1' }),
      entry({ resourceName: 'orders' }),
      entry({ resourceName: `${PREFIX}gx.`, resourcePatternType: ResourcePatternTypes.PREFIXED }),
    ];
    await kafka.withAdmin((admin) => admin.createAcls({ acl: [...ours, entry(group), ...theirs] }));
    const settled = await ops(CREATE, envOf());
    t.deepEqual([settled.code, settled.err], [0, '']);
    t.regex(
      settled.out,
      /\nRights taken: (?=.*ledger may read topic shop\.gx\.charge\.events\.v1)(?=.*gx\.gone\.events\.v1)(?=.*ledger may read group shop\.ledger-gone)/,
    );
    t.regex(settled.out, /\nRights beside ours, left as they are: .*ledger may read topic shop\.gx\.…/);
    t.false(settled.out.includes('orders'));
    const left = await allEntries();
    t.is(left.length, before.length + theirs.length);
    await kafka.withAdmin((admin) => admin.deleteAcls({ filters: theirs }));
    t.deepEqual(await allEntries(), before);
  },
);

test.serial('a right that was taken by hand is given back, and other principals are followed', async (t) => {
  const lost = entry({ resourceType: AclResourceTypes.GROUP, resourceName: `${PREFIX}ledger` });
  await kafka.withAdmin((admin) => admin.deleteAcls({ filters: [lost] }));
  const given = await ops(CREATE, envOf());
  t.is(given.out, 'Every topic is there.\nRights given: ledger may read group shop.ledger.\n');
  const named = await ops(CREATE, { ...envOf(), LEDGER_KAFKA_PRINCIPAL: 'User:CN=ledger,O=gx' });
  t.is(named.code, 0);
  t.regex(named.out, /Rights given: .*ledger may read group shop\.ledger/);
  t.false(named.out.includes('CN=ledger'));
  t.true((await allEntries()).some((one) => one.includes('User:CN=ledger,O=gx')));
});

test.serial(
  'who is no administrator reads what the broker denies; two users of one principal are refused before anything',
  async (t) => {
    const refused = await ops(CREATE, envOf(kafka.userOf('charge')));
    t.is(refused.code, 2);
    t.regex(refused.err, /^ops: Kafka at 127\.0\.0\.1:\d+ did not \w+ the .*: the broker denies this user /);
    const left = await ops([...CREATE, '--no-access-lists'], envOf());
    t.deepEqual(left, { code: 0, out: 'Every topic is there.\n', err: '' });
    for (const [env, says] of [
      [{ CHARGE_KAFKA_PRINCIPAL: 'User:ledger' }, /^ops: charge and ledger have the same principal/],
      [{ CHARGE_KAFKA_PRINCIPAL: 'charge' }, /CHARGE_KAFKA_PRINCIPAL must be a type and a name/],
    ] as const) {
      const { code, out, err } = await ops(CREATE, { ...envOf(), ...env });
      t.deepEqual([code, out], [2, '']);
      t.regex(err, says);
    }
  },
);

test('brokers without an authorizer get their topics, and the operator reads that nobody is bound', async (t) => {
  const prefix = await testTopics();
  const done = await ops(CREATE, { KAFKA_BROKERS: servers().kafkaBrokers.join(','), TOPIC_PREFIX: prefix });
  t.is(done.code, 0);
  t.is(
    done.out,
    'Every topic is there.\nThe brokers have no authorizer: no access lists are made, and anybody who reaches them may read and write everything.\n',
  );
});
