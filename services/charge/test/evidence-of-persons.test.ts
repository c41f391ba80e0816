import { until } from '@gx/testkit';
import test from 'ava';
import { contest, disputed, type PaidCharge, paid, reportsOf, startCaseRig } from './case-rig.ts';
import { NAMED, OTHER, paidBy } from './locked.ts';
import { CALL, type ChargeRequest, created, event, newTenant, PATIENT, type Rpc } from './rig.ts';

// Evidence is about a person of its charge: it is gone with that person's key (ADR 130).
const rig = await startCaseRig({ INFRACTIONS_EVERY_SECONDS: '1', CUSTOMER_KEY_SECONDS: '1' });
test.after.always('everything stops', () => rig.stop());

const TEXT = 'Entregue a Leopoldina';
const MARIA: ChargeRequest = { customer: { name: 'Maria', document: NAMED } };

async function contested(charge: PaidCharge) {
  await contest(rig, charge);
  const { id } = await disputed(rig, charge, 'NEEDS_RESPONSE');
  return { charge, id, name: { tenant: charge.tenant, id } };
}
type Case = Awaited<ReturnType<typeof contested>>;
const submitted = async ({ charge, name }: Case, rpc: Rpc = rig.rpc) => {
  await rpc.submitEvidence(CALL, { ...name, text: TEXT });
  await until('the bank has it', async () => (await reportsOf(rig, charge))[0]?.defence === TEXT, PATIENT);
};
const won = async ({ charge }: Case) => {
  await contest(rig, charge, { outcome: 'won' });
  await disputed(rig, charge, 'WON');
};
const storedOf = async ({ id }: Case) => {
  const filter = { _id: { $regex: `^${id}:` } as never };
  return (await rig.database.connection.collection('dispute_evidence').find(filter).toArray())[0];
};
const read = async ({ id }: Case, more: { file?: number } = {}) => {
  const { evidence } = await rig.rpc.describeDispute(CALL, { id });
  return rig.rpc.getEvidence(CALL, { disputeId: id, evidenceId: evidence[0]?.id ?? '', ...more });
};
type Person = { document?: string; chargeId?: string };
const erasing = ({ charge }: Case, person: Person) =>
  rig.rpc.erasePersonalData(CALL, { document: '', accountId: charge.tenant.accountId, ...person });
/** Erases as operators do: again, until nothing is left to wait for. */
const erase = (one: Case, person: Person) =>
  until(
    'the person is erased',
    async () => {
      const answer = await erasing(one, person);
      return answer.waitMs === 0 && answer;
    },
    { timeoutMs: 60_000, everyMs: 200 },
  );
const keyOf = async (one: Case) => {
  const document = await rig.database.connection.collection('charges').findOne({ _id: one.charge.id as never });
  return { customer: document?.['personalData']?.keyId, payer: document?.['paidBy']?.keyId };
};
/** A charge whose bank names who paid it. */
async function paidByOther(order: ChargeRequest = {}): Promise<PaidCharge> {
  const { tenant, id, txid } = await created(rig, { amount: 1_990, ...order }, newTenant());
  await paidBy(rig, { txid }, { taxId: OTHER, report_payer: 'notification' });
  const accepted = await event(rig, id, 'charge.payment_accepted');
  await rig.ledger.credit(accepted);
  await event(rig, id, 'charge.paid');
  return { tenant, id, txid, endToEndId: accepted.paymentAccepted?.endToEndId ?? '' };
}
/** As `ops privacy encrypt` does; how many pieces of evidence it has brought under keys. */
async function encryptAll(rpc: Rpc): Promise<number> {
  let evidence = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const step = await rpc.encryptPersonalData(CALL, after === '' ? {} : { after });
    evidence += step.evidence;
    after = step.next;
  }
  return evidence;
}
const isErased = (one: Case, more: { file?: number } = {}) =>
  until('nobody reads it any more', async () => {
    const { erased, content } = await read(one, more);
    return erased && content.length === 0;
  });

test('evidence about a customer: under the customer’s key; erasure waits for the end of the case, and nothing reads it then', async (t) => {
  const one = await contested(await paid(rig, MARIA));
  await submitted(one);
  const document = await storedOf(one);
  t.is(document?.['ofPerson'].keyId, (await keyOf(one)).customer);
  t.is(document?.['encrypted'], undefined);
  const open = await t.throwsAsync(erasing(one, { document: NAMED }));
  t.like(open, { code: 'unprocessable_entity', more: { reason: 'charge_open' } });
  await won(one);
  t.like(await read(one), { erased: false, content: Buffer.from(TEXT) });
  t.like(await erase(one, { document: NAMED }), { keys: 1, charges: 1 });
  await isErased(one);
  t.like(await rig.rpc.getDispute(CALL, one.name), { id: one.id, status: 'WON' });
});

test('evidence about a customer without a document: under the key of the charge, erased by the charge', async (t) => {
  const one = await contested(await paid(rig, { customer: { name: 'Maria' } }));
  await submitted(one);
  t.is((await storedOf(one))?.['ofPerson'].keyId, (await keyOf(one)).customer);
  t.like(await t.throwsAsync(erasing(one, { chargeId: one.charge.id })), { more: { reason: 'charge_open' } });
  await won(one);
  t.like(await erase(one, { chargeId: one.charge.id }), { keys: 1, charges: 1 });
  await isErased(one);
});

test('a customer without a document, and a payer whom the bank names: evidence is the customer’s, and goes with the charge', async (t) => {
  const one = await contested(await paidByOther({ customer: { name: 'Maria' } }));
  await submitted(one);
  const { customer, payer } = await keyOf(one);
  t.truthy(payer);
  t.is((await storedOf(one))?.['ofPerson'].keyId, customer);
  await won(one);
  await erase(one, { chargeId: one.charge.id });
  await isErased(one);
});

test('a file that no bank takes by its API, and the case is over: erasure waits for nothing', async (t) => {
  const one = await contested(await paid(rig, MARIA));
  const files = [{ name: 'nota.pdf', content: Buffer.from('%PDF-1.7 Maria') }];
  await rig.rpc.submitEvidence(CALL, { ...one.name, files });
  t.like(await rig.rpc.describeDispute(CALL, { id: one.id }), { answerState: 'with_operator' });
  await won(one);
  await erase(one, { document: NAMED });
  await isErased(one, { file: 0 });
});

test.serial(
  'the key of who paid is lost: evidence is stored all the same, and brought under the key once it is back',
  async (t) => {
    const one = await contested(await paidByOther());
    const collection = rig.database.connection.collection('customer_keys');
    const _id = (await keyOf(one)).payer as never;
    const key = await collection.findOne({ _id });
    await collection.deleteOne({ _id });
    const fresh = await rig.replica();
    t.teardown(fresh.stop);
    await fresh.rpc.submitEvidence(CALL, { ...one.name, text: TEXT });
    t.is((await storedOf(one))?.['ofPerson'], undefined);
    t.like(await read(one), { erased: false, content: Buffer.from(TEXT) });
    await collection.insertOne(key as never);
    await encryptAll(fresh.rpc);
    t.is((await storedOf(one))?.['ofPerson'].keyId, _id);
  },
);

test('evidence about a charge that names no customer: under the key of who paid; where nobody did, of the service', async (t) => {
  const one = await contested(await paidByOther());
  await submitted(one);
  t.is((await storedOf(one))?.['ofPerson'].keyId, (await keyOf(one)).payer);
  const nobody = await contested(await paid(rig));
  await submitted(nobody);
  t.truthy((await storedOf(nobody))?.['encrypted'].ciphertext);
});

test.serial(
  'a piece of evidence that does not open: an alarm, erasure is refused, and the others are brought under keys',
  async (t) => {
    const older = await rig.replica({ PERSONAL_DATA: 'clear' });
    const [broken, sound] = [await contested(await paid(rig, MARIA)), await contested(await paid(rig, MARIA))];
    for (const one of [broken, sound]) await submitted(one, older.rpc);
    await older.stop();
    const evidence = rig.database.connection.collection('dispute_evidence');
    const whole = await storedOf(broken);
    await evidence.updateOne({ _id: whole?._id as never }, { $set: { 'encrypted.ciphertext': 'AAAA' } });
    t.is(await encryptAll(rig.rpc), 1);
    t.truthy((await storedOf(sound))?.['ofPerson']);
    t.true(rig.lines().some((line) => line.includes('evidence_unreadable') && line.includes(String(whole?._id))));
    for (const one of [broken, sound]) await won(one);
    t.like(await t.throwsAsync(erasing(broken, { document: NAMED })), { more: { reason: 'personal_data_in_clear' } });
    await evidence.updateOne({ _id: whole?._id as never }, { $set: { encrypted: whole?.['encrypted'] } });
    t.is(await encryptAll(rig.rpc), 1);
  },
);

test.serial('evidence of an older version: read as ever, refused erasure until it is brought under keys', async (t) => {
  const older = await rig.replica({ PERSONAL_DATA: 'clear' });
  const one = await contested(await paid(rig, MARIA));
  await submitted(one, older.rpc);
  await older.stop();
  t.truthy((await storedOf(one))?.['encrypted'].ciphertext);
  await won(one);
  t.like(await read(one), { content: Buffer.from(TEXT) });
  const clear = await t.throwsAsync(erasing(one, { document: NAMED }));
  t.like(clear, { more: { reason: 'personal_data_in_clear' } });
  t.is(await encryptAll(rig.rpc), 1, 'what names nobody stays');
  const document = await storedOf(one);
  t.deepEqual([document?.['ofPerson'].keyId, document?.['encrypted']], [(await keyOf(one)).customer, undefined]);
  t.like(await read(one), { content: Buffer.from(TEXT) });
  t.like(await erase(one, { document: NAMED }), { keys: 1, charges: 1 });
  await isErased(one);
});
