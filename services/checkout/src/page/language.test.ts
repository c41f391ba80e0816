import test from 'ava';
import { type Language, languageOf } from './language.ts';

const speaks = test.macro({
  exec(t, requested: unknown, accepted: string | undefined, expected: Language) {
    t.is(languageOf(requested, accepted), expected);
  },
  title: (rule) => `the page speaks ${rule}`,
});

test('Portuguese when nobody asks', speaks, undefined, undefined, 'pt-BR');
test('the language of ?lang', speaks, 'en', 'pt-BR', 'en');
test('a region of it too', speaks, 'en_US', undefined, 'en');
test('Portuguese for Portugal', speaks, undefined, 'pt-PT', 'pt-BR');
test('what is accepted when ?lang is none of its languages', speaks, 'fr', 'en', 'en');
test('what is wanted most, whatever the order', speaks, undefined, 'pt;q=0.3, en;q=0.8', 'en');
test('the first of equals', speaks, undefined, 'en, pt', 'en');
test('nothing that is refused', speaks, undefined, 'en;q=0, pt;q=0.1', 'pt-BR');
test('Portuguese to those who take anything', speaks, undefined, '*', 'pt-BR');
test('English to those who prefer it to anything', speaks, undefined, 'en, *;q=0.1', 'en');
test('Portuguese when the header is nonsense', speaks, undefined, ';;q=,=,', 'pt-BR');
test('Portuguese when ?lang comes twice', speaks, ['en', 'en'], undefined, 'pt-BR');
