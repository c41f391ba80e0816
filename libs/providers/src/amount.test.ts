import { AMOUNT_MAX, cents, InvariantViolation } from '@gx/core';
import test from 'ava';
import { formatAmount, parseAmount } from './amount.ts';

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

for (const text of [
  '37',
  '37.0',
  '37.000',
  '37,00',
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
