import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import { apiPixProxy, type ProxyOptions } from './proxy.ts';

const TXID = '7978c0c97ea847e78e8849634473c1f1';
const REQUEST = { calendario: { expiracao: 60 }, valor: { original: '37.00' }, chave: 'k' };
const COB = {
  calendario: { criacao: '2026-11-21T10:00:00.358Z', expiracao: 60 },
  txid: TXID,
  revisao: 0,
  status: 'ATIVA',
  valor: { original: '37.00' },
  chave: 'k',
};

/** A server that answers what the test says, behind a proxy. */
async function behindProxy(
  t: ExecutionContext,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  options: Partial<ProxyOptions> = {},
) {
  const server = createServer((incoming, response) => {
    incoming.resume();
    incoming.on('end', () => answer(incoming, response));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const proxy = await apiPixProxy({ target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...options });
  t.teardown(async () => {
    await proxy.close();
    server.closeAllConnections();
    server.close();
  });
  return proxy;
}
const answering =
  (status: number, body: unknown, type = 'application/json') =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const put = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  request(`${url}/v2/cob/${TXID}`, {
    method: 'PUT',
    headers: { authorization: 'Bearer x', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('a clean exchange passes unchanged and is counted', async (t) => {
  const proxy = await behindProxy(t, answering(201, COB));
  const answer = await put(proxy.url, REQUEST);
  t.deepEqual([answer.statusCode, await answer.body.json()], [201, COB]);
  t.deepEqual(proxy.traffic, [{ operation: 'createCob', method: 'PUT', path: `/v2/cob/${TXID}`, status: 201 }]);
  t.notThrows(proxy.assertClean);
});

const finds = test.macro({
  async exec(t, problem: RegExp, sent: object, answer: ReturnType<typeof answering>, headers?: Record<string, string>) {
    const proxy = await behindProxy(t, answer);
    await (await put(proxy.url, sent, headers)).body.dump();
    t.regex(proxy.violations.map((violation) => violation.problem).join('\n'), problem);
    t.throws(proxy.assertClean, { message: problem });
    proxy.takeViolations();
    t.notThrows(proxy.assertClean);
  },
  title: (rule) => `found: ${rule}`,
});
test(
  'a misspelt field in a request',
  finds,
  /additional properties: valorr/,
  { ...REQUEST, valorr: 1 },
  answering(201, COB),
);
test(
  'an amount as a number',
  finds,
  /cobRequest\/valor\/original/,
  { ...REQUEST, valor: { original: 37 } },
  answering(201, COB),
);
test('a request without a token', finds, /without a bearer token/, REQUEST, answering(201, COB), { authorization: '' });
test('a stranger in an answer', finds, /additional properties: saldo/, REQUEST, answering(201, { ...COB, saldo: 1 }));
test(
  'an answer without its status',
  finds,
  /required property 'status'/,
  REQUEST,
  answering(201, { ...COB, status: undefined }),
);
test('an answer that is no JSON', finds, /cob is not JSON/, REQUEST, answering(201, '<html>'));
test('a success under another status', finds, /status 200 is not in the document/, REQUEST, answering(200, COB));
test(
  'a refusal that is no problem',
  finds,
  /problem must have required property 'type'/,
  REQUEST,
  answering(400, {}, 'application/problem+json'),
);
test(
  'a problem under another media type',
  finds,
  /not problem\+json/,
  REQUEST,
  answering(400, { type: 'about:blank', title: 'x', status: 400 }),
);

test('found: an operation that API Pix has not', async (t) => {
  const proxy = await behindProxy(t, answering(200, {}));
  await (await request(`${proxy.url}/v2/saldo`)).body.dump();
  t.throws(proxy.assertClean, { message: /no such operation: GET \/v2\/saldo/ });
});

test('found: a query that the document does not have', async (t) => {
  const proxy = await behindProxy(t, answering(200, {}));
  const headers = { authorization: 'Bearer x' };
  await (await request(`${proxy.url}/v2/pix?inicio=ontem&fim=2026-11-21T10:00:00Z&pagina=1`, { headers })).body.dump();
  const problems = proxy.takeViolations().map(({ problem }) => problem);
  t.true(problems.some((problem) => /pixListQuery\/inicio/.test(problem)));
  t.true(problems.some((problem) => /additional properties: pagina/.test(problem)));
});

test('found: a devolution that does not say what became of it', async (t) => {
  const proxy = await behindProxy(t, answering(201, { id: 'd1', valor: '1.00', horario: {} }));
  const path = `/v2/pix/E${'1'.repeat(31)}/devolucao/d1`;
  const body = JSON.stringify({ valor: '1.00', moeda: 'BRL' });
  const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
  await (await request(proxy.url + path, { method: 'PUT', headers, body })).body.dump();
  const problems = proxy.takeViolations().map(({ problem }) => problem);
  t.true(problems.some((problem) => /devolutionRequest .*additional properties: moeda/.test(problem)));
  t.true(problems.some((problem) => /devolution must have required property 'rtrId'/.test(problem)));
  t.is(proxy.traffic[0]?.operation, 'putDevolution');
});

for (const [refusal, clean] of [
  [{ nome: 'id_envio_duplicado', mensagem: 'x' }, true],
  [{ erro: 'x' }, false],
] as const) {
  test(`a Pix-out is refused in Efí’s form: ${JSON.stringify(refusal)} is ${clean ? 'clean' : 'found'}`, async (t) => {
    const proxy = await behindProxy(t, answering(409, refusal));
    const body = JSON.stringify({ valor: '1.00', pagador: { chave: 'k' }, favorecido: { chave: 'x' } });
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
    await (await request(`${proxy.url}/v2/gn/pix/re1`, { method: 'PUT', headers, body })).body.dump();
    t.is(proxy.takeViolations().length === 0, clean);
  });
}

test('callbacks: a callback is judged on its way in', async (t) => {
  const proxy = await behindProxy(t, answering(200, ''), { callbacks: true });
  const post = async (body: object): Promise<unknown> =>
    (
      await request(`${proxy.url}/bank/x/t/pix`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).body.dump();
  await post({
    pix: [{ endToEndId: 'E1234567820200909122120200808008', valor: '1.00', horario: COB.calendario.criacao }],
  });
  t.notThrows(proxy.assertClean);
  const sent = {
    endToEndId: 'E1234567820200909122120200808009',
    chave: 'k',
    tipo: 'SOLICITACAO',
    status: 'REALIZADO',
    valor: '1.00',
    horario: COB.calendario.criacao,
    gnExtras: { idEnvio: 're1' },
  };
  await post({ pix: [sent] });
  t.notThrows(proxy.assertClean);
  await post({ pix: [{ ...sent, gnExtras: {} }] });
  t.regex(
    proxy
      .takeViolations()
      .map(({ problem }) => problem)
      .join(),
    /pixOutCallback\/gnExtras/,
  );
  await post({ pix: [{ endToEndId: 42 }] });
  t.throws(proxy.assertClean, { message: /callback\/pix\/0/ });
});

test('a connection that breaks at the bank breaks for the client too, without a violation', async (t) => {
  const proxy = await behindProxy(t, (incoming) => incoming.socket.resetAndDestroy());
  await t.throwsAsync(put(proxy.url, REQUEST));
  t.deepEqual(
    proxy.traffic.map(({ status }) => status),
    [0],
  );
  t.notThrows(proxy.assertClean);
});

test('the simulator’s own doors pass unjudged', async (t) => {
  const proxy = await behindProxy(t, answering(200, { anything: true }));
  for (const path of ['/sim/pay', '/acquirer/v1/orders/o1'])
    await (await request(`${proxy.url}${path}`, { method: 'POST', body: 'x' })).body.dump();
  t.notThrows(proxy.assertClean);
});
