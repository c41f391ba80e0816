import { cents } from '@gx/core';
import test from 'ava';
import { devolutionAnswered, devolutionListed } from './read-devolution.ts';

const devolution = {
  id: 'd1',
  rtrId: 'D12345678202009091000abcde123456',
  valor: '7.89',
  horario: { solicitacao: '2026-11-21T10:00:00Z' },
  status: 'EM_PROCESSAMENTO',
};

const means = test.macro({
  exec(t, change: object, kind: 'done' | 'pending', status: string, reason: string | null) {
    const outcome = devolutionAnswered({ ...devolution, ...change }, 'd1');
    t.deepEqual(outcome, { kind, value: { id: 'd1', amount: cents(789), status, reason, nature: null } } as never);
  },
  title: (rule) => `a devolution: ${rule}`,
});
test('under way is not final', means, {}, 'pending', 'in_progress', null);
test('returned is', means, { status: 'DEVOLVIDO' }, 'done', 'returned', null);
test('failed is, with its reason', means, { status: 'NAO_REALIZADO', motivo: 'x' }, 'done', 'failed', 'x');
test('failed without a reason is failed', means, { status: 'NAO_REALIZADO', motivo: 7 }, 'done', 'failed', null);
test('a word of tomorrow is not final', means, { status: 'EM_ANALISE' }, 'pending', 'unrecognised', null);
test('an empty id beside its return is that of the address', means, { id: '' }, 'pending', 'in_progress', null);
test('no id beside its return is that of the address', means, { id: undefined }, 'pending', 'in_progress', null);
test('an amount as a number', means, { valor: 7.89 }, 'pending', 'in_progress', null);
test('what nobody knows is no matter', means, { novidade: 1, rtrId: undefined }, 'pending', 'in_progress', null);

const leavesOpen = test.macro({
  exec(t, raw: unknown, detail: RegExp) {
    const outcome = devolutionAnswered(raw, 'd1');
    t.is(outcome.kind, 'unknown');
    if (outcome.kind === 'unknown') t.regex(outcome.cause.detail, detail);
  },
  title: (rule) => `no answer about a devolution: ${rule}`,
});
test('another id', leavesOpen, { ...devolution, id: 'd2' }, /another devolution/);
test('no amount', leavesOpen, { ...devolution, valor: undefined }, /valor/);
test('neither its id nor its return', leavesOpen, { ...devolution, id: '', rtrId: undefined }, /neither id nor rtrId/);
test('no status', leavesOpen, { ...devolution, status: undefined }, /status/);
test('a list', leavesOpen, [devolution], /element|id/);

test('in a list it is read as far as it can be', (t) => {
  t.deepEqual(devolutionListed({ ...devolution, valor: 'x', status: 'EM_ANALISE' }), {
    id: 'd1',
    amount: null,
    status: 'unrecognised',
    reason: null,
    nature: null,
  });
  t.deepEqual(devolutionListed(7), { id: null, amount: null, status: 'unrecognised', reason: null, nature: null });
});

test('its nature says by whose order it is, and one without an id has the id of its return', (t) => {
  for (const [natureza, nature] of [
    ['ORIGINAL', 'original'],
    ['RETIRADA', 'withdrawal'],
    ['MED_FRAUDE', 'med_fraud'],
    ['MED_OPERACIONAL', 'med_operational'],
    ['MED_PIX_AUTOMATICO', 'med_automatic'],
    ['DE_AMANHA', 'unrecognised'],
    [undefined, null],
    [7, null],
  ] as const)
    t.is(devolutionListed({ ...devolution, natureza }).nature, nature);
  t.is(devolutionListed({ ...devolution, id: undefined }).id, devolution.rtrId);
  t.is(devolutionListed({ ...devolution, id: '' }).id, devolution.rtrId);
});
