import { parseTaxId } from '@gx/core';
import test from 'ava';
import { keyTypeOf, ownerOf } from './key-directory.ts';

test('a key is of the kind whose one form it has', (t) => {
  const types: readonly (readonly [string, string | undefined])[] = [
    ['52998224725', 'cpf'],
    ['11222333000181', 'cnpj'],
    ['12ABC34501DE35', 'cnpj'],
    ['+5531999998888', 'phone'],
    ['+553133334444', 'phone'],
    ['maria@example.com', 'email'],
    ['7d9f0335-8dcc-4054-9bf9-0dbd61d36906', 'evp'],
    // Another form of a key, or what nobody can have.
    ['529.982.247-25', undefined],
    ['52998224720', undefined],
    ['11222333000180', undefined],
    ['+14155550100', undefined],
    ['31999998888', undefined],
    ['maria@', undefined],
    ['maria@example', undefined],
    ['7d9f0335-8dcc-4054-9bf9', undefined],
    [`${'m'.repeat(70)}@example.com`, undefined],
    ['', undefined],
  ];
  for (const [key, type] of types) t.is(keyTypeOf(key), type as ReturnType<typeof keyTypeOf>, key);
});

test('a CPF or CNPJ key belongs to that document', (t) => {
  t.like(ownerOf('52998224725'), { kind: 'cpf', taxId: '52998224725' });
  t.like(ownerOf('12ABC34501DE35'), { kind: 'cnpj', taxId: '12ABC34501DE35' });
});

test('every other key has one owner, a person with a valid CPF, in any case of its letters', (t) => {
  const keys = Array.from({ length: 2_000 }, (_, i) => `pessoa${i}@example.com`);
  const owners = keys.map((key) => ownerOf(key)?.taxId ?? '');
  t.true(owners.every((taxId) => parseTaxId(taxId)?.kind === 'cpf'));
  t.true(new Set(owners).size > 1_990);
  t.deepEqual(ownerOf('Maria@Example.com'), ownerOf('maria@example.com'));
  t.is(ownerOf('+5531999998888')?.kind, 'cpf');
});

test('a key that nobody can have has no owner', (t) => t.is(ownerOf('ninguem'), undefined));
