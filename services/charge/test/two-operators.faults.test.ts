import { newId, Refusal } from '@gx/core';
import { newCipher } from '@gx/runtime';
import { operatorWords } from '@gx/runtime/mongo';
import test, { type ExecutionContext } from 'ava';
import { locked, NAMED, paidBy } from './locked.ts';
import { CALL, event, profileOf, type Rpc, setProfile, startRig, stored } from './rig.ts';

const DAY_MS = 86_400_000;
const TWO = { TWO_OPERATORS: 'required' };
const rig = await startRig();
const [one, other] = await Promise.all([rig.replica(TWO), rig.replica(TWO)]);
test.after.always('everything stops', rig.stop);

type Verdict = 'APPROVE' | 'REJECT';
const refused = async (t: ExecutionContext, call: Promise<unknown>) =>
  (await t.throwsAsync(call, { instanceOf: Refusal })) as Refusal;
const decide = (rpc: Rpc, { id }: { id: string }, verdict: Verdict, operator: string) =>
  rpc.decideReview(CALL, { chargeId: id, verdict, operator });
const isHeld = async ({ id }: { id: string }): Promise<boolean> =>
  (await rig.rpc.listReviews(CALL, { limit: 500 })).reviews.some(({ chargeId }) => chargeId === id);

/** A charge whose money is held: the bank cannot say who paid. */
async function held() {
  const charge = await locked(rig);
  await paidBy(rig, charge, { taxId: NAMED, report_payer: 'never' });
  await event(rig, charge.id, 'charge.payment_held');
  return charge;
}

test.serial('a verdict: one operator changes nothing, another one with the same verdict decides, once', async (t) => {
  const charge = await held();
  const first = (await decide(one.rpc, charge, 'APPROVE', 'Eva')).awaited;
  t.like(first, { operator: 'Eva', insteadOf: undefined });
  t.is((first?.untilMs ?? 0) - (first?.atMs ?? 0), DAY_MS);
  t.deepEqual((await decide(other.rpc, charge, 'APPROVE', ' EVA ')).awaited, first);
  t.true(await isHeld(charge));
  t.is((await stored(rig, charge.id))?.['sequence'], 2);

  const done = await decide(other.rpc, charge, 'APPROVE', 'Rui');
  t.deepEqual([done.status, done.awaited], ['PROCESSING', undefined]);
  t.false(await isHeld(charge));
  t.like((await stored(rig, charge.id))?.['review'], { decidedBy: 'Rui', proposedBy: 'Eva' });
  // The answer was lost: each of them is answered as the second one was.
  for (const name of ['Rui', 'Eva']) t.like(await decide(one.rpc, charge, 'APPROVE', name), { awaited: undefined });
  t.is((await refused(t, decide(one.rpc, charge, 'REJECT', 'Rui'))).more.reason, 'nothing_held');
  t.is((await stored(rig, charge.id))?.['sequence'], 3);
});

test.serial('another verdict by another operator ends the first one, and is the first itself', async (t) => {
  const charge = await held();
  await decide(one.rpc, charge, 'APPROVE', 'Eva');
  t.like((await decide(other.rpc, charge, 'REJECT', 'Rui')).awaited, { operator: 'Rui', insteadOf: 'Eva' });
  t.like((await decide(other.rpc, charge, 'APPROVE', 'Ana')).awaited, { operator: 'Ana', insteadOf: 'Rui' });
  t.true(await isHeld(charge));
  await decide(one.rpc, charge, 'REJECT', 'Eva');
  t.is((await decide(one.rpc, charge, 'REJECT', 'Rui')).status, 'REFUNDED');
  t.like((await stored(rig, charge.id))?.['review'], { decidedBy: 'Rui', proposedBy: 'Eva' });
});

test.serial('after 24 hours the second operator is the first one again', async (t) => {
  const charge = await held();
  await decide(one.rpc, charge, 'APPROVE', 'Eva');
  const tomorrow = await rig.replica(TWO, DAY_MS + 1_000);
  t.like((await decide(tomorrow.rpc, charge, 'APPROVE', 'Rui')).awaited, { operator: 'Rui', insteadOf: undefined });
  await tomorrow.stop();
  t.true(await isHeld(charge));
});

test.serial('of operators at once on two replicas one is the first, one the second, and it is done once', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const charge = await held();
    const names = ['Eva', 'Rui', 'Ana', 'Leo', 'eva', 'RUI'];
    const answers = await Promise.all(
      names.map((name, nth) => decide(nth % 2 === 0 ? one.rpc : other.rpc, charge, 'REJECT', name)),
    );
    t.true(answers.some(({ awaited }) => awaited === undefined));
    t.is(new Set(answers.flatMap(({ awaited }) => awaited?.atMs ?? [])).size, 1);
    t.is((await stored(rig, charge.id))?.['sequence'], 4);
  }
});

test.serial('one operator on two replicas at once, time and again, decides nothing', async (t) => {
  const charge = await held();
  for (let round = 0; round < 10; round += 1)
    await Promise.all([one, other].map(({ rpc }) => decide(rpc, charge, 'APPROVE', 'Eva')));
  t.true(await isHeld(charge));
});

test.serial('where one is enough, it decides at once, and ends the first word of a stricter time', async (t) => {
  const [charge, both] = [await held(), await held()];
  await decide(one.rpc, charge, 'APPROVE', 'Eva');
  t.like(await decide(rig.rpc, charge, 'REJECT', 'Eva'), { status: 'REFUNDED', awaited: undefined });
  t.is((await stored(rig, charge.id))?.['review'].proposedBy, undefined);
  t.is(await words().findOne({ _id: `review:${charge.id}` as never }), null);
  t.like(await decide(rig.rpc, both, 'APPROVE', 'Eva'), { status: 'PROCESSING' });
});

const words = () => rig.database.connection.collection('operator_words');
const profiles = async () =>
  new Map((await rig.rpc.describeBankProfiles(CALL, {})).profiles.map((profile) => [profile.id, profile]));
const versionOf = async (id: string) =>
  (await rig.database.connection.collection('bank_profiles').findOne({ _id: id as never }))?.['version'];
const newProfile = () => profileOf(`p${newId('charge').slice(-12)}`, rig.bank, rig.toBank.url);
type Profile = ReturnType<typeof newProfile>;
const set = (rpc: Rpc, profile: Profile, operator?: string) =>
  rpc.setBankProfile(CALL, { ...profile, keepPlace: true, ...(operator === undefined ? {} : { operator }) });
const retire = (rpc: Rpc, id: string, operator: string, undo = false) =>
  rpc.retireBankProfile(CALL, { id, operator, undo });

test.serial('what is refused is so for the first operator already, and leaves no word', async (t) => {
  const live = await refused(t, set(one.rpc, { ...rig.profile, livemode: true, simulator: false }, 'Eva'));
  t.is(live.more.param, 'base_url');
  t.is((await refused(t, retire(one.rpc, rig.profileId, 'Eva'))).more.reason, 'no_provider_for_method');
  t.is((await refused(t, retire(one.rpc, 'nobody', 'Eva'))).code, 'not_found');
  t.is((await refused(t, decide(one.rpc, { id: newId('charge') }, 'REJECT', 'Eva'))).code, 'not_found');
  t.is(
    await words().countDocuments({ _id: { $in: [`bank_profile:${rig.profileId}`, 'bank_profile:nobody'] } as never }),
    0,
  );
});

test.serial('a bank profile is set by two operators who say the same of all of it, its secret too', async (t) => {
  const profile = newProfile();
  t.is((await refused(t, set(one.rpc, profile))).more.param, 'operator');
  t.like((await set(one.rpc, profile, 'Eva')).awaited, { operator: 'Eva' });
  t.like((await set(one.rpc, profile, 'eva')).awaited, { operator: 'Eva' });
  for (const [change, by, before] of [
    [{ clientSecret: 'another-secret' }, 'Rui', 'Eva'],
    [{ pixKey: newId('charge') }, 'Ana', 'Rui'],
    [{}, 'Eva', 'Ana'],
  ] as const)
    t.like((await set(other.rpc, { ...profile, ...change }, by)).awaited, { operator: by, insteadOf: before });
  t.false((await profiles()).has(profile.id));
  const kept = JSON.stringify(await words().find({}).toArray());
  for (const secret of [profile.clientSecret, 'another-secret', profile.pixKey]) t.false(kept.includes(secret));

  t.is((await set(other.rpc, profile, 'Rui')).awaited, undefined);
  t.true((await profiles()).has(profile.id));
  t.is((await set(one.rpc, profile, 'Rui')).awaited, undefined);
  t.is(await versionOf(profile.id), 1, 'the same two set it once');
  const document = await rig.database.connection.collection('bank_profiles').findOne({ _id: profile.id as never });
  t.like(document?.['lastSet'], { by: 'Rui', proposedBy: 'Eva' });

  const next = { ...profile, providerFeeFixed: 11 };
  t.like((await set(one.rpc, next, 'Rui')).awaited, { operator: 'Rui', insteadOf: undefined });
  t.is(await versionOf(profile.id), 1);
  const answers = await Promise.all([set(one.rpc, next, 'Eva'), set(other.rpc, next, 'Ana')]);
  t.deepEqual(
    answers.map(({ awaited }) => awaited),
    [undefined, undefined],
  );
  t.is(await versionOf(profile.id), 2, 'two second operators at once set it once');

  await set(rig.rpc, profile);
  t.like((await set(one.rpc, next, 'Eva')).awaited, { operator: 'Eva' }, 'one without a name has ended the words');
  await setProfile(rig.rpc, rig.profile);
});

test.serial('a bank profile is retired by two, and taken back by two', async (t) => {
  const { id } = await added();
  t.like((await retire(one.rpc, id, 'Eva')).awaited, { operator: 'Eva' });
  t.like((await retire(other.rpc, id, 'EVA')).awaited, { operator: 'Eva' });
  t.is((await profiles()).get(id)?.retired, null);
  t.is((await retire(other.rpc, id, 'Rui')).awaited, undefined);
  t.like((await profiles()).get(id)?.retired, { by: 'Rui' });
  t.is((await retire(one.rpc, id, 'Ana')).awaited, undefined, 'it is so already');

  t.like((await retire(one.rpc, id, 'Rui', true)).awaited, { operator: 'Rui', insteadOf: undefined });
  t.like((await profiles()).get(id)?.retired, { by: 'Rui' });
  t.is((await retire(other.rpc, id, 'Ana', true)).awaited, undefined);
  t.is((await profiles()).get(id)?.retired, null);
  t.like(await rig.database.connection.collection('bank_profiles').findOne({ _id: id as never }), {
    restored: { by: 'Ana', proposedBy: 'Rui' },
  });
  t.like((await retire(one.rpc, id, 'Ana')).awaited, { operator: 'Ana' }, 'what two agreed to before counts no more');
});

/** A profile beside the one of the rig, which stays the first. */
async function added(): Promise<Profile> {
  const profile = newProfile();
  await setProfile(rig.rpc, profile);
  await rig.rpc.setBankProfile(CALL, rig.profile);
  return profile;
}

test.serial('who dies between the second word and the act leaves it to the same call again', async (t) => {
  const charge = await held();
  const payment = (await stored(rig, charge.id))?.['payments'][0];
  const key = Buffer.from(rig.env['ENCRYPTION_KEY'] ?? '', 'base64');
  const dying = await operatorWords(rig.database.connection, { cipher: newCipher(key), areTwoNeeded: true });
  const call = {
    subject: `review:${charge.id}`,
    content: { verdict: 'APPROVE', endToEndId: payment.endToEndId },
    at: new Date(),
  };
  await dying.consentTo({ ...call, operator: 'Eva' });
  t.like(await dying.consentTo({ ...call, operator: 'Rui' }), { record: { operator: 'Rui', proposedBy: 'Eva' } });
  t.true(await isHeld(charge));
  t.like(await decide(other.rpc, charge, 'APPROVE', 'Rui'), { status: 'PROCESSING', awaited: undefined });
  t.like((await stored(rig, charge.id))?.['review'], { decidedBy: 'Rui', proposedBy: 'Eva' });
});
