import test from 'ava';
import { BR_CODE, type Change } from './charge-stand-in.ts';
import { get, startRig } from './rig.ts';

/** What a payer reads about a charge beside its amount: what it is for, who may pay, why money went back. */
const rig = await startRig();
test.after.always('everything stops', rig.stop);

const read = async (change: Change, lang = 'pt-BR'): Promise<string> =>
  (await get(`${rig.url}/${rig.charge.add(change)}?lang=${lang}`)).text;

test('the description is shown as text, whatever it holds; without one nothing stands in its place', async (t) => {
  const text = await read({ description: 'Pedido 7 <script>alert(1)</script>\n"2 bolos" & \u202ecafé' });
  t.true(
    text.includes(
      '<p class="description">Pedido 7 &lt;script&gt;alert(1)&lt;/script&gt;\n&quot;2 bolos&quot; &amp; café</p>',
    ),
  );
  t.false((await read({})).includes('class="description"'));
});

test('a locked charge names who may pay by the masked document, in both languages; another one says nothing of it', async (t) => {
  const expectedPayer = 'CPF ***.982.247-**';
  for (const [lang, words] of [
    ['pt-BR', 'Só pode ser paga pelo titular do <strong>CPF ***.982.247-**</strong>. Pagamentos de outras pessoas'],
    ['en', 'To be paid only by the holder of <strong>CPF ***.982.247-**</strong>. Payments by anybody else are'],
  ] as const)
    t.true((await read({ expectedPayer }, lang)).includes(words), lang);
  t.false((await read({})).includes('class="lock"'));
});

// biome-ignore format: one row per reason, read as a table
const REASONS = [
  ['PAYER_MISMATCH',       'REFUNDED',        'veio de outro CPF ou CNPJ',          'came from another CPF or CNPJ'],
  ['PAYER_UNKNOWN',        'REFUNDED',        'não informou quem pagou',            'did not say who paid'],
  ['AMOUNT_MISMATCH',      'WAITING_PAYMENT', 'valor diferente do cobrado',         'of another amount'],
  ['PAID_AFTER_EXPIRY',    'EXPIRED',         'depois do prazo',                    'after the time was over'],
  ['DUPLICATE_PAYMENT',    'PAID',            'mais um pagamento',                  'One more payment'],
  ['CHARGE_CLOSED',        'CANCELLED',       'depois de encerrada a cobrança',     'after the charge was closed'],
  ['CANCELLED_WHILE_HELD', 'CANCELLED',       'enquanto o pagamento estava em análise', 'while the payment was under review'],
  ['RETURNED_AT_BANK',     'WAITING_PAYMENT', 'O banco desfez o pagamento',         'The bank undid the payment'],
  ['one of a later version', 'EXPIRED',       'que não pôde ser aceito',            'could not be accepted'],
] as const;
for (const [returnReason, status, portuguese, english] of REASONS) {
  test(`money that went back for ${returnReason}: the page and its news say why and where to, in both languages`, async (t) => {
    const id = rig.charge.add({ returnReason, status });
    for (const [lang, why, where] of [
      ['pt-BR', portuguese, 'é devolvido para a conta de quem pagou.'],
      ['en', english, 'is returned to the payer’s account.'],
    ] as const) {
      const { text } = await get(`${rig.url}/${id}?lang=${lang}`);
      const shown = /<p id="returned">([^<]+)<\/p>/.exec(text)?.[1] ?? '';
      t.true(shown.includes(why) && shown.endsWith(where), shown);
      t.is(text.includes(BR_CODE), status === 'WAITING_PAYMENT');
      const { returned } = JSON.parse((await get(`${rig.url}/${id}/status?lang=${lang}`)).text) as { returned: string };
      t.is(returned, shown);
    }
  });
}

test('a charge whose money was kept says nothing of a return', async (t) => {
  const id = rig.charge.add({ status: 'PAID' });
  t.true((await get(`${rig.url}/${id}`)).text.includes('<p id="returned"></p>'));
  t.false((await get(`${rig.url}/${id}/status`)).text.includes('"returned"'));
});
