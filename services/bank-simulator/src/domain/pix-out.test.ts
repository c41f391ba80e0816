import { cents, type EndToEndId } from '@gx/core';
import test from 'ava';
import { endPixOut, failForGood, nextStep, type PixOut, type PixOutStep, sendBack, sendOut } from './pix-out.ts';
import { failedStep, stepsByScenario, stepsByWord } from './pix-out-steps.ts';
import { ANY, type ScenarioKind } from './scenarios.ts';
import { testWordOf } from './test-words.ts';

const AT = new Date('2026-11-26T12:00:00.000Z');
const later = (ms: number): Date => new Date(AT.getTime() + ms);
const IDS = { id: 'r1', rtrId: 'D1' };
const ORDER = {
  idEnvio: 'a1',
  amount: cents(1_000),
  chave: 'k',
  destination: { kind: 'key', key: 'maria@example.com' },
} as const;
const sent = (steps: readonly PixOutStep[]): PixOut =>
  sendOut(ORDER, { clientId: 'c', endToEndId: 'E1' as EndToEndId, now: AT }, steps);

/** What it comes to by itself, and when: `status` or `returned amount`, at so many milliseconds. */
function lifeOf(steps: readonly PixOutStep[]): string[] {
  const seen: string[] = [];
  for (let pixOut = sent(steps); pixOut.dueAt !== undefined; ) {
    const now = pixOut.dueAt;
    const after = nextStep(pixOut, now, { id: `r${seen.length}`, rtrId: 'D' });
    if (after === undefined) break;
    const back = after.returns.at(-1);
    const what = after.returns.length > pixOut.returns.length ? `returned ${back?.amount}` : after.status;
    seen.push(`${what}${what === 'NAO_REALIZADO' ? ` ${after.code}` : ''} at ${now.getTime() - AT.getTime()}`);
    pixOut = after;
  }
  return seen;
}

const word = test.macro({
  exec: (t, key: string, life: readonly string[]) => t.deepEqual(lifeOf(stepsByWord(testWordOf(key))), [...life]),
  title: (_, key) => `a Pix to ${key}`,
});
test(word, 'maria@example.com', ['REALIZADO at 0']);
test(word, 'slow@example.com', ['REALIZADO at 10000']);
test(word, 'SLOW@Loja.COM.BR', ['REALIZADO at 10000']);
test(word, 'hang@example.com', ['REALIZADO at 0']);
test(word, 'returned@example.com', ['REALIZADO at 0', 'returned 1000 at 5000']);
test(word, 'fail-ac03@example.com', ['NAO_REALIZADO AC03 at 0']);
test(word, 'Fail-AC03@example.com', ['NAO_REALIZADO AC03 at 0']);
test(word, 'fail-Account_Closed@loja.example', ['NAO_REALIZADO account_closed at 0']);
test(word, 'fail@example.com', ['REALIZADO at 0']);
test(word, 'slowly@example.com', ['REALIZADO at 0']);
test(word, 'maria+slow@example.com', ['REALIZADO at 0']);

test('a hanging answer is ordered by its key alone', (t) => {
  t.is(testWordOf('hang@example.com')?.kind, 'hang');
  t.is(testWordOf('hang.me@example.com'), undefined);
});

const scenario = test.macro({
  exec: (t, kind: ScenarioKind, over: object, life: readonly string[]) =>
    t.deepEqual(lifeOf(stepsByScenario({ ...ANY, id: 's', operation: 'pix_out_put', kind, ...over })), [...life]),
  title: (_, kind, over) => `a scenario ${kind} ${JSON.stringify(over)}`,
});
test(scenario, 'stuck', {}, []);
test(scenario, 'slow', {}, ['REALIZADO at 3000']);
test(scenario, 'fails', {}, ['NAO_REALIZADO AC06 at 0']);
test(scenario, 'fails', { code: 'DS04', ms: 70 }, ['NAO_REALIZADO DS04 at 70']);
test(scenario, 'account_closed', {}, ['NAO_REALIZADO AC07 at 0']);
test(scenario, 'short_of_funds', {}, ['NAO_REALIZADO AM04 at 0']);
test(scenario, 'over_limit', {}, ['NAO_REALIZADO AM02 at 0']);
test(scenario, 'owner_differs', { accept: true }, ['NAO_REALIZADO BE01 at 0']);
test(scenario, 'late_success', { laterMs: 90 }, ['NAO_REALIZADO AB03 at 0', 'REALIZADO at 90']);
test(scenario, 'sent_back', {}, ['REALIZADO at 0', 'returned 1000 at 3000']);
test(scenario, 'sent_back', { amount: 400, ms: 50 }, ['REALIZADO at 0', 'returned 400 at 50']);

const DONE: readonly PixOutStep[] = [{ status: 'REALIZADO', afterMs: 0 }];
const done = (): PixOut => nextStep(sent(DONE), AT, IDS) ?? sent([]);

test('money comes back in parts, once per id, never more than went out', (t) => {
  const first = sendBack(done(), { id: 'a', rtrId: 'D1', amount: cents(400) }, AT);
  t.deepEqual(first?.returns, [{ id: 'a', rtrId: 'D1', amount: cents(400), at: AT }]);
  t.is(sendBack(first ?? done(), { id: 'a', rtrId: 'D1', amount: cents(400) }, AT), undefined);
  t.is(sendBack(first ?? done(), { id: 'b', rtrId: 'D2', amount: cents(601) }, AT), undefined);
  const rest = sendBack(first ?? done(), { id: 'b', rtrId: 'D2', amount: 'rest' }, AT);
  t.is(rest?.returns.at(-1)?.amount, cents(600));
  t.is(rest?.status, 'REALIZADO');
  t.is(sendBack(rest ?? done(), { id: 'c', rtrId: 'D3', amount: 'rest' }, AT), undefined);
});

test('of a Pix that has not arrived nothing comes back', (t) => {
  const open = sent([]);
  t.is(sendBack(open, { ...IDS, amount: 'rest' }, AT), undefined);
  const failed = endPixOut(open, { status: 'NAO_REALIZADO', code: 'AC06' }, AT) ?? open;
  t.is(sendBack(failed, { ...IDS, amount: 'rest' }, AT), undefined);
});

test('a planned return that a tester came before is over without one', (t) => {
  const [, back] = stepsByWord({ kind: 'returned' });
  const waits = { ...done(), steps: back === undefined ? [] : [back], dueAt: later(5_000) };
  const all = sendBack(waits, { id: 'a', rtrId: 'D', amount: 'rest' }, AT) ?? waits;
  const after = nextStep(all, later(5_000), IDS);
  t.deepEqual([after?.returns.length, after?.steps.length, after?.dueAt], [1, 0, undefined]);
});

test('what cannot arrive fails for good, also where it had failed before', (t) => {
  const steps = [failedStep('AB03'), { status: 'REALIZADO', afterMs: 90 }] as const;
  const end = { status: 'NAO_REALIZADO', code: 'BE17', motivo: 'paid' } as const;
  const open = failForGood(sent(steps), end, AT);
  t.like(open, { status: 'NAO_REALIZADO', code: 'BE17', steps: [] });
  const failed = failForGood(nextStep(sent(steps), AT, IDS) ?? sent([]), end, AT);
  t.like(failed, { status: 'NAO_REALIZADO', code: 'AB03', steps: [] });
  t.false('dueAt' in failed);
});
