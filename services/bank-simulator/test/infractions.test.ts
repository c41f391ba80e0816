import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { type BankUnderTest, type Fields, startBank, text } from './bank-under-test.ts';
import { type PaidCustomer, paid, shop } from './shop.ts';

let bank: BankUnderTest;
const closing: (() => unknown)[] = [];
test.before(async () => {
  bank = await startBank({ teardown: (stop) => void closing.unshift(stop) });
});
test.after.always(async () => {
  for (const stop of closing) await stop();
});

const play = (it: PaidCustomer, order: object) => bank.send('POST', `/sim/pix/${it.e2e}/infractions`, order);
const ALWAYS = 'inicio=2020-01-01T00:00:00Z&fim=2100-01-01T00:00:00Z';
const listed = async (it: PaidCustomer, more = ''): Promise<Fields[]> => {
  const { body } = await it.api('GET', `/gn/infracoes?${ALWAYS}${more}`);
  return (body['infracoes'] ?? []) as unknown as Fields[];
};
const devolutions = async (it: PaidCustomer): Promise<Fields[]> =>
  ((await it.api('GET', `/pix/${it.e2e}`)).body['devolucoes'] ?? []) as unknown as Fields[];
/** Every report that a callback told of so far. */
const calledBack = ({ sink }: PaidCustomer): readonly Fields[] =>
  sink.callbacks.flatMap(({ body }) => (JSON.parse(body) as { infracoes?: Fields[] }).infracoes ?? []);
const defend = (it: PaidCustomer, id: unknown, body: object) =>
  it.api('POST', `/gn/infracoes/${text(id)}/defesa`, body);
const NO = { analise: 'rejeitado', justificativa: 'Entregue em 3 de novembro.' };

/** A Pix of 37.00 whose payer contests it. */
async function contested(t: ExecutionContext, order: object = {}) {
  const it = await paid(t, bank);
  const { body } = await play(it, { outcome: 'opened', ...order });
  return { it, id: body['id'] };
}

test('a payer contests a Pix: all that is left of it, for a week, listed and called back', async (t) => {
  const it = await paid(t, bank);
  t.is((await it.api('PUT', it.path('own'), { valor: '7.00' })).status, 201);
  const { status, body } = await play(it, { outcome: 'opened' });
  t.is(status, 202);
  t.like(body, { end_to_end_id: it.e2e, amount: 3_000, status: 'ABERTA', reason: 'FRAUDE', defence: null });
  const [report] = await listed(it);
  t.like(report, { idInfracao: body['id'], endToEndId: it.e2e, valor: '30.00', status: 'ABERTA', razao: 'FRAUDE' });
  const { abertura, prazoFinalizacao } = (report?.['dadosAnalise'] ?? {}) as unknown as Fields;
  t.is(Date.parse(text(prazoFinalizacao)) - Date.parse(text(abertura)), 7 * 86_400_000);
  await until('the callback', () => calledBack(it).length === 1);
  t.deepEqual(calledBack(it)[0], report);
  t.is((await play(it, { outcome: 'opened', id: text(body['id']) })).status, 202, 'the same again');
  t.is((await listed(it)).length, 1);
});

test('the list goes by time, report, Pix and status, a page at a time; what is no filter is refused', async (t) => {
  const { it, id } = await contested(t, { amount: 100 });
  await play(it, { outcome: 'opened', amount: 200, reason: 'operational' });
  t.is((await listed(it)).length, 2);
  t.like(await listed(it, `&idInfracao=${text(id)}`), [{ valor: '1.00' }]);
  t.is((await listed(it, `&endToEndId=${it.e2e}&status=ABERTA`)).length, 2);
  t.is((await listed(it, '&status=ACEITA')).length, 0);
  const paged = await it.api('GET', `/gn/infracoes?${ALWAYS}&paginacao.itensPorPagina=1&paginacao.paginaAtual=1`);
  t.like(paged.body, { parametros: { paginacao: { paginaAtual: 1, quantidadeDePaginas: 2 } } });
  t.like(paged.body['infracoes'], [{ valor: '2.00', razao: 'FALHA_OPERACIONAL' }]);
  t.is((await it.api('GET', '/gn/infracoes?inicio=2020-01-01T00:00:00Z&fim=2020-01-02T00:00:00Z')).status, 200);
  t.is((await it.api('GET', '/gn/infracoes')).status, 400);
  t.is((await it.api('GET', `/gn/infracoes?${ALWAYS}&status=a`)).status, 400);
  const other = await shop(t, bank);
  t.deepEqual((await other.api('GET', `/gn/infracoes?${ALWAYS}`)).body['infracoes'], [], 'of another client: none');
});

test('one defence is taken of a report that is open; then it is under defence, and called back', async (t) => {
  const { it, id } = await contested(t);
  t.like(await defend(it, id, NO), { status: 201, body: { status: 'EM_DEFESA', defesa: NO.justificativa } });
  t.like(await listed(it), [{ status: 'EM_DEFESA', defesa: NO.justificativa }]);
  t.like(await defend(it, id, NO), { status: 422, body: { nome: 'infracao_nao_permite_defesa' } });
  await until('two callbacks', () => calledBack(it).length === 2);
  t.like(await defend(it, 'nobody', NO), { status: 404, body: { nome: 'infracao_nao_encontrada' } });
  for (const body of [
    {},
    { ...NO, analise: 'talvez' },
    { ...NO, anexos: [] },
    { ...NO, justificativa: 'x'.repeat(10_001) },
  ])
    t.like(await defend(it, id, body), { status: 400, body: { nome: 'valor_invalido' } });
});

test('a defence after its time is not taken', async (t) => {
  const { it, id } = await contested(t, { due_at: '2020-01-01T00:00:00Z' });
  t.is((await defend(it, id, NO)).status, 422);
});

test('a report that the receiver accepts is decided, and the bank takes the money back', async (t) => {
  const { it, id } = await contested(t, { amount: 1_500, reason: 'operational' });
  t.like((await defend(it, id, { analise: 'aceito', justificativa: '' })).body, { status: 'ACEITA' });
  t.like(await devolutions(it), [{ valor: '15.00', natureza: 'MED_OPERACIONAL', status: 'DEVOLVIDO' }]);
});

test('lost is followed by the devolution, in the state that is wanted, once; won by none', async (t) => {
  const lost = await contested(t, { amount: 2_000 });
  const order = { outcome: 'lost', devolution: 'EM_PROCESSAMENTO' };
  t.like((await play(lost.it, order)).body, { id: lost.id, status: 'ACEITA' });
  t.like(await devolutions(lost.it), [{ valor: '20.00', natureza: 'MED_FRAUDE', status: 'EM_PROCESSAMENTO' }]);
  await play(lost.it, { ...order, id: text(lost.id), devolution: 'DEVOLVIDO' });
  t.like(await devolutions(lost.it), [{ valor: '20.00', status: 'DEVOLVIDO' }]);
  t.is((await devolutions(lost.it)).length, 1);
  t.is((await play(lost.it, { outcome: 'won', id: text(lost.id) })).status, 400, 'what is decided stands');
  const won = await contested(t);
  t.like((await play(won.it, { outcome: 'won' })).body, { id: won.id, status: 'REJEITADA' });
  t.deepEqual(await devolutions(won.it), []);
  const none = await contested(t);
  await play(none.it, { outcome: 'lost', devolution: 'none' });
  t.deepEqual(await devolutions(none.it), []);
});

test('a case that nobody opened is opened and decided at once; the books show it beside its Pix', async (t) => {
  const it = await paid(t, bank);
  await play(it, { outcome: 'lost', notify: 'never' });
  const { body } = await bank.send('GET', `/sim/charges/${it.txid}`);
  t.like(body['pix'], [
    { infractions: [{ status: 'ACEITA', amount: 3_700 }], devolutions: [{ nature: 'MED_FRAUDE' }] },
  ]);
  const books = await bank.send('GET', `/sim/clients/${it.clientId}/infractions`);
  t.like(books.body['items'], [{ end_to_end_id: it.e2e, status: 'ACEITA' }]);
  t.deepEqual(calledBack(it), []);
});

test('more than the Pix, a word that is none, or no such Pix is refused, and nothing is opened', async (t) => {
  const it = await paid(t, bank);
  for (const order of [
    { outcome: 'opened', amount: 3_701 },
    { outcome: 'gone' },
    { outcome: 'opened', reason: 'x' },
    {},
  ])
    t.is((await play(it, order)).status, 400);
  t.is((await bank.send('POST', '/sim/pix/E0/infractions', { outcome: 'opened' })).status, 404);
  await bank.send('POST', `/sim/pix/${it.e2e}/bank-returns`, {});
  t.is((await play(it, { outcome: 'opened' })).status, 400, 'nothing is left');
  t.deepEqual(await listed(it), []);
});
