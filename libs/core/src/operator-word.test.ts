import test from 'ava';
import { type ActWord, addWord, makesTwo, standingActWord, standingWord, wordEndsAt } from './operator-word.ts';

const NOW = new Date('2026-11-30T12:00:00.000Z');
const by = (operator: string, hours = 0, content = 'this'): ActWord => ({
  operator,
  content,
  at: new Date(NOW.getTime() + hours * 3_600_000),
});
const without = ({ operator, at }: ActWord) => ({ operator, at });

test('the same act by another operator within 24 hours makes two, at 24 hours the later one is the first', (t) => {
  t.deepEqual(addWord(undefined, by('Eva')), by('Eva'));
  t.deepEqual(addWord(by('Eva'), by('Rui', 23.999)), { ...by('Eva'), second: without(by('Rui', 23.999)) });
  t.deepEqual(addWord(by('Eva'), by('Rui', 24)), by('Rui', 24));
  t.deepEqual(wordEndsAt(by('Eva')), by('Eva', 24).at);
  t.is(standingWord(by('Eva'), by('', 24).at), undefined);
});

test('one operator is not two: not again, not in capitals, not with another blank; the first time counts', (t) => {
  for (const name of ['Rui Costa', 'rui costa', 'RUI  COSTA', ' Rui Costa ', 'Ｒui Costa']) {
    t.deepEqual(addWord(by('Rui Costa'), by(name, 1)), by('Rui Costa'), name);
    t.false(makesTwo(by('Rui Costa'), by(name, 1)), name);
  }
});

test('a word for other content takes the place of the first one, of one operator and of two', (t) => {
  t.deepEqual(addWord(by('Eva'), by('Rui', 1, 'that')), by('Rui', 1, 'that'));
  t.deepEqual(addWord(by('Eva'), by('Eva', 1, 'that')), by('Eva', 1, 'that'));
  const two = addWord(by('Eva'), by('Rui', 1));
  t.deepEqual(addWord(two, by('Ana', 2, 'that')), by('Ana', 2, 'that'));
});

test('two words stand for 24 hours from the second on, as they are, however often and by many they are given again', (t) => {
  const two = addWord(by('Eva'), by('Rui', 20));
  for (const again of [by('Rui', 21), by('Eva', 43), by('Ana', 43.999)]) t.is(addWord(two, again), two);
  t.deepEqual(addWord(two, by('Ana', 44)), by('Ana', 44));
  t.is(standingActWord(two, by('', 44).at), undefined);
});
