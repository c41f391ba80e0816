import { type AccountState, newId, Refusal } from '@gx/core';
import test from 'ava';
import { AS_OPENED, changeStanding, decideState, type Standing } from './account-standing.ts';

const NOW = new Date('2026-11-29T12:00:00.000Z');
const HOUR = 3_600_000;
const by = (operator: string, hours = 0) => ({
  operator,
  reason: `as ${operator} says`,
  at: new Date(NOW.getTime() + hours * HOUR),
});
const frozen = (unfreeze?: Standing['unfreeze']): Standing => ({
  state: 'FROZEN',
  decision: by('Eva'),
  ...(unfreeze === undefined ? {} : { unfreeze }),
});

test('from each state those that allow less are reached, its own changes nothing, those that allow more are refused', (t) => {
  const outcome = (state: AccountState, to: AccountState): string => {
    try {
      return decideState({ state }, to, by('Eva'))?.state ?? 'as it was';
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  };
  const to = ['NO_PAYOUTS', 'FROZEN', 'CLOSED'] as const;
  t.deepEqual(
    (['ACTIVE', ...to] as const).map((state) => to.map((next) => outcome(state, next))),
    [
      ['NO_PAYOUTS', 'FROZEN', 'CLOSED'],
      ['as it was', 'FROZEN', 'CLOSED'],
      ['unprocessable_entity', 'as it was', 'CLOSED'],
      ['unprocessable_entity', 'unprocessable_entity', 'as it was'],
    ],
  );
});

for (const state of ['NO_PAYOUTS', 'FROZEN', 'CLOSED'] as const) {
  test(`${state}: two operators make it ACTIVE, the first one’s word changes nothing yet`, (t) => {
    const first = decideState({ state, decision: by('Eva') }, 'ACTIVE', by('Rui', 1));
    t.deepEqual(first, { state, decision: by('Eva'), unfreeze: by('Rui', 1) });
    t.deepEqual(decideState(first ?? AS_OPENED, 'ACTIVE', by('Eva', 2)), { state: 'ACTIVE', decision: by('Eva', 2) });
  });
}

test('one operator is not two: not twice, not in capitals, not with another blank', (t) => {
  for (const name of ['Rui Costa', 'rui costa', 'RUI  COSTA', ' Rui Costa ', 'Ｒui Costa'])
    t.is(decideState(frozen(by('Rui Costa', 1)), 'ACTIVE', by(name, 2)), undefined, name);
});

test('a first word stands for 24 hours; after that the next one is the first', (t) => {
  const waiting = frozen(by('Rui'));
  t.is(decideState(waiting, 'ACTIVE', by('Eva', 23.999))?.state, 'ACTIVE');
  t.deepEqual(decideState(waiting, 'ACTIVE', by('Eva', 24)), { ...waiting, unfreeze: by('Eva', 24) });
  t.deepEqual(decideState(waiting, 'ACTIVE', by('Rui', 24)), { ...waiting, unfreeze: by('Rui', 24) });
});

test('who restricts, freezes or closes meanwhile ends the first word, whether or not the state changes', (t) => {
  t.deepEqual(decideState(frozen(by('Rui', 1)), 'FROZEN', by('Eva', 2)), frozen());
  t.deepEqual(decideState(frozen(by('Rui', 1)), 'CLOSED', by('Eva', 2)), { state: 'CLOSED', decision: by('Eva', 2) });
});

test('a refused act leaves the first word as it is', (t) => {
  const waiting = frozen(by('Rui', 1));
  t.throws(() => decideState(waiting, 'NO_PAYOUTS', by('Eva', 2)), { message: /is FROZEN, which allows less/ });
  t.is(decideState(waiting, 'ACTIVE', by('Eva', 2))?.state, 'ACTIVE');
});

test('an ACTIVE account is not unfrozen, and keeps no word about it', (t) => {
  t.is(decideState(AS_OPENED, 'ACTIVE', by('Rui')), undefined);
});

test('each change is one audit event: who, why, what before and what after', (t) => {
  const id = newId('account');
  const act = { actorId: 'ops', auditId: newId('audit'), now: NOW, operator: 'Eva', reason: 'fraud' } as const;
  const changesFrom = (standing: Standing, to: AccountState) =>
    changeStanding({ id, standing }, to, act)?.audit.changes;
  t.deepEqual(changesFrom(AS_OPENED, 'FROZEN'), [{ field: 'state', before: 'ACTIVE', after: 'FROZEN' }]);
  t.deepEqual(changesFrom(frozen(), 'ACTIVE'), [{ field: 'unfreeze', after: 'requested' }]);
  t.deepEqual(changesFrom(frozen(by('Rui')), 'FROZEN'), [{ field: 'unfreeze', before: 'requested' }]);
  t.deepEqual(changesFrom(frozen(by('Rui')), 'ACTIVE'), [
    { field: 'state', before: 'FROZEN', after: 'ACTIVE' },
    { field: 'unfreeze', before: 'requested' },
  ]);
  t.is(changesFrom(frozen(), 'FROZEN'), undefined);
  t.like(changeStanding({ id, standing: AS_OPENED }, 'CLOSED', act)?.audit, {
    id: act.auditId,
    accountId: id,
    livemode: true,
    action: 'account.state_changed',
    actorId: 'ops',
    operator: 'Eva',
    reason: 'fraud',
    at: NOW,
  });
});
