import { until } from '@gx/testkit';
import test from 'ava';
import {
  alarmed,
  alarms,
  contest,
  disputed,
  type PaidCharge,
  paid,
  published,
  reportsOf,
  startCaseRig,
  typesOf,
} from './case-rig.ts';
import { CALL, event, newTenant, PATIENT } from './rig.ts';

// What a merchant says to a case, and how its bank hears of it (decisions, section 9).
const rig = await startCaseRig({ INFRACTIONS_EVERY_SECONDS: '1' });
test.after.always('everything stops', () => rig.stop());
test.afterEach.always('the bank behaves again', () => rig.behave());

const PDF = Buffer.from('%PDF-1.7 nota fiscal de Maria');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]);

async function contested(order: object = {}) {
  const charge = await paid(rig);
  await contest(rig, charge, order);
  const { id } = await disputed(rig, charge, 'NEEDS_RESPONSE');
  return { charge, id, name: { tenant: charge.tenant, id } };
}
const defenceOf = async (charge: PaidCharge): Promise<string | null> =>
  (await reportsOf(rig, charge))[0]?.defence ?? null;
const defended = (charge: PaidCharge, text: string) =>
  until('the bank has the defence', async () => (await defenceOf(charge)) === text, PATIENT);
const described = (id: string) => rig.rpc.describeDispute(CALL, { id });
const answered = (id: string, state: string) =>
  until(`the answer is ${state}`, async () => (await described(id)).answerState === state, PATIENT);

test('a text is under review at once, and with the bank', async (t) => {
  const { charge, name } = await contested();
  const text = 'Entregue em 12/11 à Rua das Flores 9, recebido por João';
  t.like(await rig.rpc.submitEvidence(CALL, { ...name, text }), { id: name.id, status: 'UNDER_REVIEW' });
  await defended(charge, text);
  await answered(name.id, 'with_bank');
  t.like(await rig.rpc.getDispute(CALL, name), { status: 'UNDER_REVIEW' });
  t.deepEqual(await reportsOf(rig, charge), [{ ...(await reportsOf(rig, charge))[0], status: 'EM_DEFESA' } as never]);
  const [waiting] = (await rig.rpc.listOpenDisputes(CALL, { limit: 100 })).disputes.filter(
    ({ dispute }) => dispute?.id === name.id,
  );
  t.like(waiting, { answer: 'defence', answerState: 'with_bank' });
});

for (const kind of ['503', 'hang', 'reset_after_accept', '429', 'non_json'] as const)
  test(`a bank that answers a defence with ${kind} has it once in the end`, async (t) => {
    const { charge, name } = await contested();
    await rig.misbehave({ kind, operation: 'infraction_defence', times: 1, ms: 100, accept: true });
    await rig.rpc.submitEvidence(CALL, { ...name, text: 'entregue' });
    await defended(charge, 'entregue');
    await answered(name.id, 'with_bank');
    t.is((await reportsOf(rig, charge))[0]?.status, 'EM_DEFESA');
    t.is(alarms(rig, 'dispute_awaits_operator', name.id).length, 0);
  });

test('a bank that takes no defence any more leaves it to an operator, who confirms it', async (t) => {
  const { charge, name } = await contested({ due_at: new Date(Date.now() - 1_000).toISOString() });
  await rig.rpc.submitEvidence(CALL, { ...name, text: 'tarde' });
  await answered(name.id, 'with_operator');
  await alarmed(rig, 'dispute_awaits_operator', name.id);
  t.is(await defenceOf(charge), null);
  t.like(await rig.rpc.confirmDisputeAnswer(CALL, { id: name.id, operator: 'ana' }), { answerState: 'with_bank' });
  t.like(await rig.rpc.confirmDisputeAnswer(CALL, { id: name.id, operator: 'ana' }), { answerState: 'with_bank' });
});

test('files wait for an operator beside a text that the bank has, and are read as they were handed in', async (t) => {
  const { charge, name } = await contested();
  const files = [
    { name: 'nota.pdf', content: PDF },
    { name: 'foto.png', content: PNG },
    { name: 'foto.jpg', content: JPEG },
  ];
  await rig.rpc.submitEvidence(CALL, { ...name, text: 'a nota', files });
  await defended(charge, 'a nota');
  await answered(name.id, 'with_operator');
  const { evidence } = await described(name.id);
  t.like(evidence, [{ hasText: true, fileTypes: ['application/pdf', 'image/png', 'image/jpeg'] }]);
  const read = (file?: number) =>
    rig.rpc.getEvidence(CALL, {
      ...{ disputeId: name.id, evidenceId: evidence[0]?.id ?? '' },
      ...(file === undefined ? {} : { file }),
    });
  t.like(await read(), { name: '', contentType: 'text/plain', content: Buffer.from('a nota') });
  t.like(await read(0), { name: 'nota.pdf', contentType: 'application/pdf', content: PDF });
  t.like(await read(2), { name: 'foto.jpg', contentType: 'image/jpeg', content: JPEG });
  t.like(await t.throwsAsync(read(3)), { code: 'not_found' });
});

test('the same evidence twice, at two replicas at once, is one; another is more, up to ten', async (t) => {
  const { name, charge } = await contested();
  const replica = await rig.replica({ INFRACTIONS_EVERY_SECONDS: '1' });
  const request = { ...name, text: 'entregue', files: [{ name: 'nota.pdf', content: PDF }] };
  await Promise.all([rig.rpc, replica.rpc, rig.rpc].map((rpc) => rpc.submitEvidence(CALL, request)));
  t.is((await described(name.id)).evidence.length, 1);
  await defended(charge, 'entregue');
  for (let count = 2; count <= 10; count += 1) await rig.rpc.submitEvidence(CALL, { ...name, text: `mais ${count}` });
  t.is((await described(name.id)).evidence.length, 10);
  t.like(await t.throwsAsync(rig.rpc.submitEvidence(CALL, { ...name, text: 'mais 11' })), {
    more: { reason: 'evidence_limit_reached' },
  });
  await rig.rpc.submitEvidence(CALL, request);
  t.is(await defenceOf(charge), 'entregue', 'a bank takes one');
  await replica.stop();
});

test('evidence of the greatest size is taken, and nothing of it can be read in the database or the log', async (t) => {
  const { name } = await contested();
  const big = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(1024 * 1024 - 5, 'Segredo')]);
  const files = [1, 2, 3, 4, 5].map((number) => ({ name: `Carteira${number}.pdf`, content: big }));
  await rig.rpc.submitEvidence(CALL, { ...name, text: 'Confidencial', files });
  const pieces = rig.database.connection.collection('dispute_evidence');
  const kept = await pieces.find({ _id: { $regex: `^${name.id}` } as never }).toArray();
  t.is(kept.length, 6);
  const database = JSON.stringify([
    kept,
    await rig.database.connection.collection('disputes').find().toArray(),
    await rig.database.connection.collection('charges').find().toArray(),
  ]);
  const encoded = ['Confidencial', 'Segredo', 'Carteira'].flatMap((word) => [
    word,
    Buffer.from(word.repeat(3)).toString('base64').slice(4, 14),
  ]);
  for (const word of encoded) {
    t.false(database.includes(word), word);
    t.false(
      rig.lines().some((line) => line.includes(word)),
      word,
    );
  }
  const evidenceId = (await described(name.id)).evidence[0]?.id ?? '';
  const back = await rig.rpc.getEvidence(CALL, { disputeId: name.id, evidenceId, file: 4 });
  t.deepEqual([back.name, back.content.equals(big)], ['Carteira5.pdf', true]);
});

test('evidence that cannot be taken is refused by its parameter, and nothing is stored or sent', async (t) => {
  const { name, charge } = await contested();
  const refused = async (evidence: object, param: string) =>
    t.like(await t.throwsAsync(rig.rpc.submitEvidence(CALL, { ...name, ...evidence })), {
      code: 'invalid_request',
      more: { param },
    });
  const pdf = { name: 'a.pdf', content: PDF };
  await refused({}, 'text');
  await refused({ text: ' ' }, 'text');
  await refused({ text: 'x'.repeat(10_001) }, 'text');
  await refused({ files: Array.from({ length: 6 }, () => pdf) }, 'files');
  await refused({ files: [pdf, { name: 'a.pdf', content: Buffer.from('<html>%PDF-') }] }, 'files.1.content');
  await refused({ files: [{ name: 'a.gif', content: Buffer.from('GIF89a') }] }, 'files.0.content');
  await refused({ files: [{ ...pdf, content: Buffer.alloc(0) }] }, 'files.0.content');
  const tooBig = Buffer.concat([PDF, Buffer.alloc(1024 * 1024)]);
  await refused({ files: [{ ...pdf, content: tooBig }] }, 'files.0.content');
  await refused({ files: [{ ...pdf, name: '' }] }, 'files.0.name');
  t.like(await rig.rpc.getDispute(CALL, name), { status: 'NEEDS_RESPONSE' });
  t.is(await defenceOf(charge), null);
  const pieces = rig.database.connection.collection('dispute_evidence');
  t.is(await pieces.countDocuments({ _id: { $regex: `^${name.id}` } as never }), 0);
});

test('accepted: lost at once, the bank is informed, and its devolution is paid from the hold', async (t) => {
  const { name, charge } = await contested();
  t.like(await rig.rpc.acceptDispute(CALL, name), { id: name.id, status: 'LOST' });
  const settlement = await rig.rpc.getCharge(CALL, charge);
  t.is(settlement.status, 'CHARGEBACK');
  const types = await published(rig, charge.id, 6);
  t.deepEqual(types, ['dispute_opened', 'failed', 'failed', 'returned_by_bank', 'refund_progressed', 'dispute_paid']);
  t.is((await reportsOf(rig, charge))[0]?.status, 'ACEITA');
  await answered(name.id, 'with_bank');
  for (const say of [
    () => rig.rpc.acceptDispute(CALL, name),
    () => rig.rpc.submitEvidence(CALL, { ...name, text: 'mas entregue' }),
  ])
    t.like(await t.throwsAsync(say), { code: 'unprocessable_entity', more: { reason: 'dispute_closed' } });
});

test('an acceptance that never reached the bank does not undo that it is won', async (t) => {
  const { name, charge } = await contested();
  await rig.misbehave({ kind: '503', operation: 'infraction_defence' });
  await rig.rpc.acceptDispute(CALL, name);
  await contest(rig, charge, { outcome: 'won' });
  await disputed(rig, charge, 'WON');
  await until('it is paid again', () => typesOf(rig, charge.id).at(-1) === 'paid', PATIENT);
  await rig.behave();
  await answered(name.id, 'with_bank');
  t.is((await reportsOf(rig, charge))[0]?.status, 'REJEITADA');
  t.like((await event(rig, charge.id, 'charge.dispute_closed')).disputeClosed, { won: true, paid: 0 });
  t.like(await t.throwsAsync(rig.rpc.acceptDispute(CALL, name)), { more: { reason: 'dispute_closed' } });
});

test('evidence that nobody brought until a day before it is due is an alarm, once; brought, it is none', async (t) => {
  const soon = { due_at: new Date(Date.now() + 23 * 3_600_000).toISOString() };
  const { id } = await contested(soon);
  await alarmed(rig, 'dispute_due', id);
  const later = await contested({ due_at: new Date(Date.now() + 25 * 3_600_000).toISOString() });
  const answered = await contested(soon);
  await rig.rpc.submitEvidence(CALL, { ...answered.name, text: 'entregue' });
  const late = await contested(soon);
  await alarmed(rig, 'dispute_due', late.id);
  t.is(alarms(rig, 'dispute_due', id).length, 1);
  t.is(alarms(rig, 'dispute_due', later.id).length, 0);
});

test('nobody of another account or mode can say anything to a case', async (t) => {
  const { name, charge } = await contested();
  for (const tenant of [newTenant(), { ...charge.tenant, livemode: true }])
    for (const say of [
      () => rig.rpc.acceptDispute(CALL, { ...name, tenant }),
      () => rig.rpc.submitEvidence(CALL, { ...name, tenant, text: 'x' }),
      () => rig.rpc.getDispute(CALL, { ...name, tenant }),
    ])
      t.like(await t.throwsAsync(say), { code: 'not_found' });
  t.like(await rig.rpc.getDispute(CALL, name), { status: 'NEEDS_RESPONSE' });
});

test('evidence beyond what an account may store on a day is 429 and not stored; the same again is as it was', async (t) => {
  const { name } = await contested();
  const small = await rig.replica({ STORED_BYTES_TEST_PER_DAY: '40000' });
  t.teardown(small.stop);
  const evidence = (pages: number) => ({
    ...name,
    files: [{ name: 'nota.pdf', content: Buffer.concat([PDF, Buffer.alloc(pages * 1_000)]) }],
  });
  await small.rpc.submitEvidence(CALL, evidence(20));
  t.like(await t.throwsAsync(small.rpc.submitEvidence(CALL, evidence(25))), { code: 'rate_limited' });
  t.is((await described(name.id)).evidence.length, 1);
  await t.notThrowsAsync(small.rpc.submitEvidence(CALL, evidence(20)), 'it is there');
});
