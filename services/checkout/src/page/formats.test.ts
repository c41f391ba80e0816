import test from 'ava';
import { moneyText, timeText } from './formats.ts';
import type { Language } from './language.ts';
import { receiverOf } from './receiver.ts';

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const reads = test.macro({
  exec(t, [amount, currency, language]: [number, string, Language], expected: string) {
    t.is(plain(moneyText(amount, currency, language)), expected);
  },
  title: (_, [amount, currency, language], expected) => `${amount} of ${currency} reads ${expected} in ${language}`,
});

test(reads, [1, 'BRL', 'pt-BR'], 'R$ 0,01');
test(reads, [199_000, 'BRL', 'pt-BR'], 'R$ 1.990,00');
test(reads, [199_000, 'BRL', 'en'], 'R$1,990.00');
test(reads, [999_999_999_999, 'BRL', 'pt-BR'], 'R$ 9.999.999.999,99');
test(reads, [500, 'JPY', 'en'], '¥500');
test(reads, [1_050, 'USDT', 'pt-BR'], '10,50 USDT');

test('a moment is shown in Brazil’s time, and says so, unless its method is paid elsewhere', (t) => {
  const at = new Date('2026-11-22T02:59:00Z');
  for (const method of ['PIX', 'BOLETO', 'CREDIT_CARD', 'CRYPTO', 'one of a later version']) {
    t.is(plain(timeText(at, 'pt-BR', [method])), '21 de novembro de 2026 às 23:59 (horário de Brasília)', method);
    t.is(plain(timeText(at, 'en', [method])), 'November 21, 2026 at 11:59 PM (Brasília time)', method);
  }
});

for (const method of ['MULTIBANCO', 'MBWAY']) {
  test(`${method} is paid in Portugal: a moment is shown in Lisbon’s time, in winter and in summer, and says so`, (t) => {
    const [winter, summer] = [new Date('2026-11-22T02:59:00Z'), new Date('2026-07-21T23:30:00Z')];
    t.is(plain(timeText(winter, 'pt-BR', [method])), '22 de novembro de 2026 às 02:59 (horário de Lisboa)');
    t.is(plain(timeText(winter, 'en', [method])), 'November 22, 2026 at 2:59 AM (Lisbon time)');
    t.is(plain(timeText(summer, 'pt-BR', [method])), '22 de julho de 2026 às 00:30 (horário de Lisboa)');
  });
}

test('the receiver is read from its own field of the code, not from inside another', (t) => {
  t.is(receiverOf('26085904NOPE5904LOJA6304ABCD'), 'LOJA');
  for (const none of ['', 'nonsense', '5904', '00020126085904NOPE', '5900', '59040   ']) {
    t.true([undefined, '0'].includes(receiverOf(none)), none);
  }
});

test('a length that is no two digits ends the reading, also one that would lead back', (t) => {
  for (const code of ['00-4', '26-159-4', '26 159', '261e', '26+1'])
    t.is(receiverOf(`${code}5904LOJA`), undefined, code);
});
