import { until } from '@gx/testkit';
import test from 'ava';
import { type BankUnderTest, type Fields, newTxid, startBank, text } from './bank-under-test.ts';

let bank: BankUnderTest;
const closing: (() => unknown)[] = [];
test.before(async () => {
  bank = await startBank({ teardown: (stop) => void closing.unshift(stop) });
});
test.after.always(async () => {
  for (const stop of closing) await stop();
});

const none = { count: 0, amount: 0 };

test('a client’s books add up to the centavo, whatever became of its money', async (t) => {
  const it = await bank.client();
  const { clientId, pixKey } = it;
  const pay = async (order: object): Promise<string> => text((await bank.pay(order))['end_to_end_id']);
  const first = await pay({ txid: (await it.cob()).txid });
  const second = await pay({ txid: (await it.cob()).txid });
  await pay({ pix_key: pixKey, amount: 5 });
  const give = (e2e: string, id: string, valor: string) => it.api('PUT', `/pix/${e2e}/devolucao/${id}`, { valor });
  await give(first, 'a', '1.01');
  await give(first, 'b', '2.02');
  for (const kind of ['fails', 'stuck']) await bank.scenario({ clientId, operation: 'devolution_put', kind, times: 1 });
  await give(second, 'c', '4.04');
  await give(second, 'd', '8.08');
  const out = newTxid();
  const body = { valor: '16.16', pagador: { chave: pixKey }, favorecido: { chave: 'x@example.com' } };
  await it.api('PUT', `/gn/pix/${out}`, body);
  const books = async (): Promise<Fields> => (await bank.send('GET', `/sim/clients/${clientId}/books`)).body;
  await until('it is out', async () => text((await books())['sent']?.['REALIZADO']?.['count']) === '1');
  t.is((await bank.send('POST', `/sim/pix-out/${out}/returns?clientId=${clientId}`, { amount: 16 })).status, 202);
  t.deepEqual((await books()) as unknown, {
    client_id: clientId,
    pix_key: pixKey,
    received: { count: 3, amount: 7405 },
    returned: {
      EM_PROCESSAMENTO: { count: 1, amount: 808 },
      DEVOLVIDO: { count: 2, amount: 303 },
      NAO_REALIZADO: { count: 1, amount: 404 },
    },
    sent: { EM_PROCESSAMENTO: none, REALIZADO: { count: 1, amount: 1616 }, NAO_REALIZADO: none },
    came_back: { count: 1, amount: 16 },
    balance: 7405 - 303 - 1616 + 16,
    available: 7405 - 303 - 1616 + 16 - 808,
  });
});

test('the books of a client who has none are zeros, of one who is none 404', async (t) => {
  const { clientId } = await bank.client();
  t.like((await bank.send('GET', `/sim/clients/${clientId}/books`)).body, {
    received: none,
    returned: { DEVOLVIDO: none },
    sent: { REALIZADO: none },
    balance: 0,
  });
  t.is((await bank.send('GET', '/sim/clients/ninguem/books')).status, 404);
});

test('every Pix of a client can be read in slices, unmatched payments included', async (t) => {
  const it = await bank.client();
  const ids: string[] = [];
  for (let i = 1; i <= 5; i += 1) ids.push(text((await bank.pay({ pix_key: it.pixKey, amount: i }))['end_to_end_id']));
  const slice = async (after: string): Promise<Fields[]> => [
    ...((await bank.send('GET', `/sim/clients/${it.clientId}/pix?limit=2&after=${after}`)).body['items'] ?? []),
  ];
  const seen: Fields[] = [];
  for (let after = ''; ; after = text(seen.at(-1)?.['end_to_end_id'])) {
    const items = await slice(after);
    if (items.length === 0) break;
    seen.push(...items);
  }
  t.deepEqual(
    seen.map((pix) => text(pix['end_to_end_id'])),
    ids.toSorted(),
  );
  t.like(seen[0], { txid: null, devolutions: { length: 0 } });
});
