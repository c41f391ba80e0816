import test from 'ava';
import { dialectProblem, type StoredDialect, storedDialect } from './dialect.ts';
import { DIALECTS } from './dialects.ts';

const RULE = { means: 'absent', status: 400, names: ['cobranca_nao_encontrada'] } as const;

for (const [rule, dialect, param] of [
  ['a zone that there is not', { timeZone: 'America/Nowhere' }, 'time_zone'],
  ['no zone for what is marked as UTC', { localMarkedUtc: true }, 'local_marked_utc'],
  ['a meaning that there is not', { errors: [RULE, { ...RULE, means: 'gone' }] }, 'errors[1]'],
  ['a status of a success', { errors: [{ ...RULE, status: 200 }] }, 'errors[0]'],
  ['neither status nor name', { errors: [{ means: 'absent', names: [] }] }, 'errors[0]'],
  ['a sentence for a name', { errors: [{ ...RULE, names: ['not found'] }] }, 'errors[0]'],
  ['more rules than any bank has', { errors: Array.from({ length: 21 }, () => RULE) }, 'errors'],
] as const satisfies readonly (readonly [string, StoredDialect, string])[])
  test(`a dialect with ${rule} cannot be set`, (t) => t.is(dialectProblem(dialect)?.[0], param));

test('every dialect that is known can be set, and reads as it was written', (t) => {
  for (const [name, dialect] of Object.entries(DIALECTS)) {
    const { clock, errors } = { clock: undefined, errors: [], ...dialect };
    const zone = clock === undefined ? {} : { timeZone: clock.timeZone, localMarkedUtc: clock.covers === 'all' };
    t.is(dialectProblem({ ...zone, errors }), undefined, name);
    t.deepEqual(storedDialect({ ...zone, errors }) as object, { errors: [], ...dialect }, name);
  }
});

test('a meaning of a later version proves nothing', (t) => {
  t.is(storedDialect({ errors: [{ ...RULE, means: 'forwarded' }] }).errors?.[0]?.means, 'unknown');
});

test('nothing stored is the standard', (t) => t.deepEqual(storedDialect({}), { errors: [] }));
