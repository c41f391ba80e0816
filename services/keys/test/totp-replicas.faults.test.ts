import { randomBytes } from 'node:crypto';
import { Refusal } from '@gx/core';
import { authenticatorApp } from '@gx/testkit';
import test from 'ava';
import { type Cut, cutProxy } from './cut-proxy.ts';
import { call, ENCRYPTION_KEY, fileScope, merchant, refusalOf, testKeys } from './harness.ts';
import { AT_LOGIN, REFUSED, testClock, withTotp } from './totp-user.ts';

const file = fileScope();
const shared = testKeys(file);
test.after.always(file.close);

const ROUNDS = 12;
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Refusal ? (error.more.reason ?? error.code) : String(error)),
  );

test('of many acts and logins with one code at once, on two replicas, one is let in', async (t) => {
  const { replica } = await shared;
  const clock = testClock();
  const [one, other] = [await replica({}, clock.now), await replica({}, clock.now)];
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await merchant(one.client);
    const app = await withTotp(one.client, clock, owner);
    const totp = app.code(clock.now(), 1);
    const outcomes = await Promise.all(
      [one, other, one, other].map(({ client }, nth) =>
        outcomeOf(nth < 2 ? client.issueKey(call, { ...owner, totp }) : client.login(call, { ...owner, totp })),
      ),
    );
    t.deepEqual(outcomes.toSorted(), ['accepted', 'totp_required', 'totp_required', 'totp_required']);
  }
});

test('a code that one replica took counts at no other whose clock is a step behind or ahead', async (t) => {
  const { replica } = await shared;
  const clock = testClock();
  const { client } = await replica({}, clock.now);
  const owner = await merchant(client);
  const app = await withTotp(client, clock, owner);
  clock.pass(2);
  const at = clock.now();
  await client.issueKey(call, { ...owner, totp: app.code(at) });
  for (const stepsOff of [-1, 1]) {
    const { client: elsewhere } = await replica({}, () => new Date(at.getTime() + stepsOff * 30_000));
    for (const steps of [-1, 0])
      t.like(await refusalOf(elsewhere.issueKey(call, { ...owner, totp: app.code(at, steps) })), REFUSED);
  }
});

test('of a hundred guesses at once, on two replicas, ten are checked', async (t) => {
  const { replica, database } = await shared;
  const clock = testClock();
  const [one, other] = [await replica({}, clock.now), await replica({}, clock.now)];
  const owner = await merchant(one.client);
  const app = await withTotp(one.client, clock, owner);
  const totp = app.wrongCode(clock.now());
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, nth) =>
      outcomeOf((nth % 2 === 0 ? one : other).client.issueKey(call, { ...owner, totp })),
    ),
  );
  t.is(outcomes.filter((outcome) => outcome === 'totp_required').length, 10);
  t.is(outcomes.filter((outcome) => outcome === 'rate_limited').length, 90);
  const stored = await database.connection.collection('users').findOne({ _id: owner.userId as never });
  t.is(stored?.['totp'].wrongCodes, 10);
});

test('of two confirmations at once one is made, and its token goes on', async (t) => {
  const { replica } = await shared;
  const clock = testClock();
  const [one, other] = [await replica({}, clock.now), await replica({}, clock.now)];
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await merchant(one.client);
    const tokens = [owner.accessToken, (await one.client.login(call, owner)).accessToken];
    const { secret } = await one.client.setUpTotp(call, owner);
    const code = authenticatorApp(secret).code(clock.now());
    const outcomes = await Promise.all(
      [one, other].map(({ client }, nth) =>
        outcomeOf(client.confirmTotp(call, { accessToken: tokens[nth] ?? '', code })),
      ),
    );
    t.deepEqual(outcomes.toSorted(), ['accepted', 'unauthorized']);
    const after = await Promise.all(
      tokens.map((accessToken) => outcomeOf(other.client.readToken(call, { accessToken }))),
    );
    t.deepEqual(after, outcomes);
  }
});

test('a login that was under way while the factor was confirmed answers no good token', async (t) => {
  const { replica } = await shared;
  const clock = testClock();
  const [one, other] = [await replica({}, clock.now), await replica({}, clock.now)];
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await merchant(one.client);
    const { secret } = await one.client.setUpTotp(call, owner);
    const code = authenticatorApp(secret).code(clock.now());
    const [login] = await Promise.allSettled([
      other.client.login(call, owner),
      one.client.confirmTotp(call, { ...owner, code }),
    ]);
    if (login.status === 'rejected') t.like(login.reason, AT_LOGIN);
    else t.is(await outcomeOf(other.client.readToken(call, login.value)), 'unauthorized');
  }
});

const writeTo = (collection: string): RegExp => new RegExp(`\\x02update\\0.{4}${collection}\\0`, 's');
type Death = { readonly when: Cut['when']; readonly isUsed: boolean };
const dies = test.macro({
  async exec(t, { when, isUsed }: Death) {
    const clock = testClock();
    const direct = await testKeys(t);
    const survivor = await direct.replica({}, clock.now);
    const proxy = await cutProxy(t, new URL(direct.database.url));
    const url = `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`;
    const victim = await direct.replica({ MONGO_URL: url }, clock.now);
    const owner = await merchant(survivor.client);
    const app = await withTotp(survivor.client, clock, owner);
    const totp = app.code(clock.now(), 1);
    proxy.arm({
      at: (message) => message.includes(owner.userId) && writeTo('users').test(message.toString('latin1')),
      when,
    });
    const before = (await survivor.client.listKeys(call, owner)).keys.length;
    t.is(
      await outcomeOf(victim.client.issueKey({ ...call, deadlineMs: 12_000 }, { ...owner, totp })),
      'service_unavailable',
    );
    t.true(proxy.isCut());
    const again = await outcomeOf(survivor.client.issueKey(call, { ...owner, totp }));
    t.is(again, isUsed ? 'totp_required' : 'accepted');
    clock.pass(2);
    t.is(await outcomeOf(survivor.client.issueKey(call, { ...owner, totp: app.code(clock.now()) })), 'accepted');
    t.is((await survivor.client.listKeys(call, owner)).keys.length, before + (isUsed ? 1 : 2));
    proxy.mend();
  },
  title: (_, { when, isUsed }) =>
    `an act that dies ${when} the write of its code has made nothing, and the code ${isUsed ? 'is used up: the next one does it' : 'counts still'}`,
});
test(dies, { when: 'before', isUsed: false });
test(dies, { when: 'after', isUsed: true });

test('the secret is stored encrypted, is encrypted again under the next key beside writers, and opens all the while', async (t) => {
  const NEW = randomBytes(32).toString('base64');
  const { replica, database } = await testKeys(t);
  const clock = testClock();
  const old = await replica({ DECRYPTION_KEYS: NEW }, clock.now);
  const next = await replica({ ENCRYPTION_KEY: NEW, DECRYPTION_KEYS: ENCRYPTION_KEY }, clock.now);
  const owner = await merchant(old.client);
  const app = await withTotp(old.client, clock, owner);
  const { secret } = await old.client.setUpTotp(call, await merchant(old.client));
  const stored = async () => JSON.stringify(await database.connection.collection('users').find().toArray());
  const bytes = authenticatorApp(secret).key;
  for (const form of [secret, bytes.toString('base64'), bytes.toString('hex')])
    t.false((await stored()).includes(form));

  const { decryptionKeyIds } = await next.client.reencryptSecrets(call, { dryRun: true });
  const [newId = '', oldId = ''] = decryptionKeyIds;
  clock.pass(1);
  const [walked, ...acts] = await Promise.all([
    next.client.reencryptSecrets(call, {}),
    ...Array.from({ length: 20 }, () =>
      outcomeOf(old.client.issueKey(call, { ...owner, totp: app.code(clock.now()) })),
    ),
  ]);
  t.deepEqual([walked.reencrypted, walked.unreadable], [2, 0]);
  t.is(acts.filter((outcome) => outcome === 'accepted').length, 1);
  t.false((await stored()).includes(oldId));
  t.is((await stored()).split(newId).length - 1, 2);
  const alone = await replica({ ENCRYPTION_KEY: NEW }, clock.now);
  t.is(await outcomeOf(alone.client.issueKey(call, { ...owner, totp: app.code(clock.now(), 1) })), 'accepted');

  const without = await replica({ ENCRYPTION_KEY: randomBytes(32).toString('base64') }, clock.now);
  clock.pass(2);
  t.is(await outcomeOf(without.client.login(call, { ...owner, totp: app.code(clock.now()) })), 'service_unavailable');
  t.true(without.host.lines.some((line) => line.includes('secret_unreadable')));
  t.is(
    await outcomeOf(alone.client.login(call, { ...owner, totp: app.code(clock.now()) })),
    'accepted',
    'it is not used up',
  );
});
