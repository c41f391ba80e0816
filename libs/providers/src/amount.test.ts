import { AMOUNT_MAX, cents, InvariantViolation } from '@gx/core';
import test from 'ava';
import fc from 'fast-check';
import { formatAmount, parseAmount, readAmount } from './amount.ts';

for (const [amount, text] of [
  [0, '0.00'],
  [1, '0.01'],
  [10, '0.10'],
  [3700, '37.00'],
  [8_070_850_735_473, undefined],
  [AMOUNT_MAX, '9999999999.99'],
] as const) {
  if (text === undefined) {
    test(`${amount} centavos are more than the bank can carry: our bug, not theirs`, (t) => {
      t.throws(() => formatAmount(cents(amount)), { instanceOf: InvariantViolation });
    });
  } else {
    test(`${amount} centavos are ${text}, both ways`, (t) => {
      t.is(formatAmount(cents(amount)), text);
      t.is(parseAmount(text), cents(amount));
    });
  }
}

test('no amount is lost to a float: every centavo up to a thousand reais survives the trip', (t) => {
  for (let amount = 0; amount <= 100_000; amount += 1) {
    if (parseAmount(formatAmount(cents(amount))) !== amount) t.fail(String(amount));
  }
  t.is(parseAmount('1.15'), cents(115));
  t.is(parseAmount('4503599627.37'), cents(450_359_962_737));
});

for (const [text, amount] of [
  ['37', 3700],
  ['37.0', 3700],
  ['37,00', 3700],
  ['501.0', 50_100],
  ['1,99', 199],
  ['0', 0],
] as const)
  test(`"${text}" is ${amount} centavos, as some banks write them`, (t) => t.is(parseAmount(text), cents(amount)));

for (const [written, amount] of [
  [37, 3700],
  [37.5, 3750],
  [1.99, 199],
  [0.1 + 0.2, 30],
  [1.15, 115],
  [9_999_999_999.99, AMOUNT_MAX],
  [-0, 0],
] as const)
  test(`the number ${written} is ${amount} centavos`, (t) => t.is(readAmount(written), cents(amount)));

for (const written of [37.005, 0.001, 0.999, 9_999_999_999.995, 1e10, 1e21, -1, -0.01, Number.MAX_SAFE_INTEGER])
  test(`the number ${written} is no amount`, (t) => t.is(readAmount(written), undefined));

test('10,000 amounts, each in a form drawn for it: the centavos are those that were written', (t) => {
  const forms: readonly ((reais: bigint, places: string) => string | number)[] = [
    (reais, places) => `${reais}.${places}`,
    (reais, places) => `${reais},${places}`,
    (reais, places) => Number(`${reais}.${places}`),
    (reais, places) => `${reais}.${places}`.replace(/\.?0{1,2}$/, ''),
    (reais, places) => `${reais},${places}`.replace(/0$/, ''),
  ];
  const amounts = fc.integer({ min: 0, max: AMOUNT_MAX });
  fc.assert(
    fc.property(amounts, fc.constantFrom(...forms), (amount, written) => {
      const places = String(amount % 100).padStart(2, '0');
      t.is(readAmount(written(BigInt(amount) / 100n, places)), cents(amount));
    }),
    { numRuns: 10_000 },
  );
  t.pass();
});

test('10,000 numbers of three places: none is taken for an amount', (t) => {
  const thousandths = fc.integer({ min: 1, max: AMOUNT_MAX }).filter((value) => value % 10 !== 0);
  fc.assert(
    fc.property(thousandths, fc.boolean(), (value, asText) => {
      const text = `${Math.floor(value / 1_000)}.${String(value % 1_000).padStart(3, '0')}`;
      t.is(readAmount(asText ? text : Number(text)), undefined);
    }),
    { numRuns: 10_000 },
  );
  t.pass();
});

for (const text of [
  '37.000',
  '37.',
  '37,',
  '1.234,56',
  ' 37.00',
  '37.00 ',
  '-1.00',
  '+1.00',
  '1e2.00',
  '12345678901.00',
  '.10',
  '',
]) {
  test(`"${text}" is no amount`, (t) => t.is(parseAmount(text), undefined));
}
