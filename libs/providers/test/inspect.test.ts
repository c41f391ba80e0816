import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { cents } from '@gx/core';
import { createLogger, startTelemetry } from '@gx/runtime';
import { selfSigned } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { API_PIX_DEFAULTS, apiPixProvider, type BankCheck, type BankProfile } from '../src/index.ts';

const CALLBACK_URL = 'https://gx.example/bank/tiny/canary-token';
const DAYS = 24;

/** How a bank of the test's own differs from one that does everything. */
type Knobs = {
  readonly token?: number;
  readonly scope?: string;
  readonly cob?: number;
  readonly pix?: number;
  readonly webhook?: string | null | number;
  readonly ignoresFilter?: boolean;
  readonly hidesEcho?: boolean;
  readonly empty?: boolean;
  readonly pixOut?: number;
  /** Whose our own key is, or the status of a refusal. */
  readonly owner?: object | number;
  readonly receipts?: number;
  readonly balance?: number;
  readonly infractions?: number;
  readonly aheadSeconds?: number;
};

const problem = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { 'content-type': 'application/problem+json' });
  response.end(JSON.stringify({ type: 'https://pix.bcb.gov.br/api/v2/error/X', title: 'x', status }));
};
const json = (response: ServerResponse, body: unknown): void => void response.end(JSON.stringify(body));

async function bank(t: ExecutionContext, knobs: Knobs, tls?: ServerOptions) {
  const methods = new Set<string>();
  const answer: Parameters<typeof createHttpServer>[1] = (request, response) => {
    request.resume();
    const url = new URL(request.url ?? '', 'http://bank');
    const at = new Date(Date.now() + (knobs.aheadSeconds ?? 0) * 1_000);
    response.setHeader('date', at.toUTCString());
    if (url.pathname === '/oauth/token') {
      if (knobs.token !== undefined) return problem(response, knobs.token);
      const scope = knobs.scope === undefined ? {} : { scope: knobs.scope };
      return json(response, { access_token: 'canary-access', token_type: 'Bearer', expires_in: 60, ...scope });
    }
    methods.add(request.method ?? '');
    if (url.pathname.startsWith('/v2/cob/')) return problem(response, knobs.cob ?? 404);
    if (url.pathname === '/v2/gn/chaves/titular')
      return typeof knobs.owner === 'number' ? problem(response, knobs.owner) : json(response, knobs.owner);
    if (url.pathname.startsWith('/v2/gn/pix/')) return problem(response, knobs.pixOut ?? 404);
    if (url.pathname === '/v2/gn/saldo')
      return knobs.balance === undefined ? json(response, { saldo: '1.00' }) : problem(response, knobs.balance);
    if (url.pathname === '/v2/gn/infracoes')
      return knobs.infractions === undefined
        ? json(response, { parametros: { paginacao: PAGING }, infracoes: [] })
        : problem(response, knobs.infractions);
    if (url.pathname.startsWith('/v2/comprovantes/')) return problem(response, knobs.receipts ?? 404);
    if (url.pathname.startsWith('/v2/webhook/')) {
      if (knobs.webhook === null) return problem(response, 404);
      if (typeof knobs.webhook === 'number') return problem(response, knobs.webhook);
      return json(response, { webhookUrl: knobs.webhook ?? CALLBACK_URL });
    }
    if (knobs.pix !== undefined) return problem(response, knobs.pix);
    return json(response, listOf(url, knobs));
  };
  const server = tls === undefined ? createHttpServer(answer) : createHttpsServer(tls, answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`, methods };
}

const PAGING = { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1, quantidadeTotalDeItens: 1 };

function listOf(url: URL, { ignoresFilter, hidesEcho, empty }: Knobs): unknown {
  const cpf = url.searchParams.get('cpf');
  const one = {
    endToEndId: `E${'1'.repeat(31)}`,
    txid: 'a'.repeat(32),
    valor: '10.00',
    horario: '2026-11-21T12:00:00Z',
  };
  const echo = cpf === null || hidesEcho === true ? {} : { cpf };
  const shown = empty === true || (cpf !== null && ignoresFilter !== true) ? [] : [one];
  return { parametros: { ...echo, paginacao: PAGING }, pix: shown };
}

type Look = { readonly checks: readonly BankCheck[]; readonly lines: string[] };

async function inspect(t: ExecutionContext, url: string, more: Partial<BankProfile> = {}): Promise<Look> {
  const profile: BankProfile = {
    ...API_PIX_DEFAULTS,
    ...{
      id: 'tiny',
      livemode: false,
      baseUrl: url,
      clientId: 'c',
      clientSecret: 'canary-secret',
      pixKey: 'canary-key',
    },
    ...{
      providerFee: { fixedCents: cents(0), basisPoints: 0 },
      payerQuery: true,
      pixOut: { path: '/gn/pix', destinations: ['key'], keyOwnerPath: null, oneAtATime: false },
      receiptPath: '/comprovantes',
      balancePath: '/gn/saldo',
      infractionsPath: '/gn/infracoes',
    },
    callbackToken: { kind: 'token_in_path', token: 't' },
    ...more,
  };
  const lines: string[] = [];
  const log = createLogger({
    service: 'inspect',
    level: 'debug',
    destination: { write: (line) => void lines.push(line) },
  });
  const provider = apiPixProvider(profile, { log, now: () => new Date(), deadlineMs: 20_000 });
  t.teardown(() => provider.close());
  return { checks: await provider.inspect({ callbackUrl: CALLBACK_URL }, { deadlineMs: 20_000 }), lines };
}

const failures = (checks: readonly BankCheck[]): string[] =>
  checks.filter(({ result }) => result === 'failed').map(({ name, detail }) => `${name}: ${detail}`);

const detailOf = (checks: readonly BankCheck[], wanted: string): string =>
  checks
    .filter(({ name }) => name === wanted)
    .map(({ result, detail }) => `${result} ${detail}`)
    .join();

test('a bank that does everything passes everything, and is called in reads alone', async (t) => {
  const { url, methods } = await bank(t, {});
  const { checks, lines } = await inspect(t, url);
  t.deepEqual(failures(checks), []);
  t.deepEqual(
    checks.map(({ name, result }) => `${name} ${result}`),
    [
      'token passed',
      'scopes passed',
      'reads charges (cob.read) passed',
      'reads Pix (pix.read) passed',
      'callbacks (webhook.read) passed',
      'payer query passed',
      'Pix out passed',
      'owners of keys skipped',
      'receipts passed',
      'balance passed',
      'infraction reports passed',
      'clock passed',
      'bank’s certificate skipped',
      'our certificate skipped',
    ],
  );
  t.deepEqual([...methods], ['GET']);
  t.false(
    /canary|39053344705/.test(JSON.stringify([checks, lines])),
    'neither answers nor log hold a secret or a person',
  );
});

/** One thing wrong at a time, and what the check says of it. */
const WRONG: Readonly<Record<string, { readonly knobs: Knobs; readonly says: readonly (string | RegExp)[] }>> = {
  'credentials that are refused': { knobs: { token: 401 }, says: ['token: unauthorized: token refused'] },
  'a scope that was not granted': {
    knobs: { scope: 'cob.write cob.read pix.read webhook.write webhook.read' },
    says: ['scopes: not granted: pix.write'],
  },
  'charges that may not be read': { knobs: { cob: 403 }, says: ['reads charges (cob.read): declined: X'] },
  'Pix that may not be read': {
    knobs: { pix: 403 },
    says: ['reads Pix (pix.read): declined: X', 'payer query: declined: X'],
  },
  'no address for callbacks': {
    knobs: { webhook: null },
    says: ['callbacks (webhook.read): no address is registered for the key'],
  },
  'another address for callbacks': {
    knobs: { webhook: 'https://old.example/x' },
    says: ['callbacks (webhook.read): go to another address than ours'],
  },
  'callbacks that may not be read': { knobs: { webhook: 403 }, says: ['callbacks (webhook.read): declined: X'] },
  'a bank that ignores whom it is to filter by': {
    knobs: { ignoresFilter: true },
    says: ['payer query: the bank shows Pix of others for a payer who is nobody'],
  },
  'a bank that does not say whom it filtered by': {
    knobs: { hidesEcho: true },
    says: ['payer query: the bank does not say that it filtered'],
  },
  'no Pix out': { knobs: { pixOut: 403 }, says: ['Pix out: declined: X'] },
  'receipts that may not be read': { knobs: { receipts: 403 }, says: ['receipts: declined: X'] },
  'a balance that may not be read': { knobs: { balance: 403 }, says: ['balance: declined: X'] },
  'infraction reports that may not be read': {
    knobs: { infractions: 403 },
    says: ['infraction reports: declined: X'],
  },
  'a clock that is ahead': { knobs: { aheadSeconds: 60 }, says: [/^clock: the bank is \d+ s ahead$/] },
  'a clock that is behind': { knobs: { aheadSeconds: -60 }, says: [/^clock: the bank is \d+ s behind$/] },
};

for (const [what, { knobs, says }] of Object.entries(WRONG)) {
  test(`found: ${what}`, async (t) => {
    const { url } = await bank(t, knobs);
    const found = failures((await inspect(t, url)).checks);
    t.is(found.length, says.length, found.join('\n'));
    for (const [index, expected] of says.entries()) {
      if (typeof expected === 'string') t.is(found[index], expected);
      else t.regex(found[index] ?? '', expected);
    }
  });
}

test('a filter that had nothing to hide, and what the profile does not use, are skipped and say why', async (t) => {
  const quiet = (await inspect(t, (await bank(t, { empty: true })).url)).checks;
  t.regex(detailOf(quiet, 'payer query'), /^skipped echoed; nothing came in/);
  const plain = (
    await inspect(t, (await bank(t, {})).url, {
      payerQuery: false,
      pixOut: null,
      receiptPath: null,
      balancePath: null,
      infractionsPath: null,
    })
  ).checks;
  for (const name of ['payer query', 'Pix out', 'owners of keys', 'receipts', 'balance', 'infraction reports'])
    t.is(detailOf(plain, name), 'skipped the profile does not use it');
});

const ownerIs = test.macro({
  async exec(t, owner: object | number, expected: string) {
    const { url } = await bank(t, { owner });
    const pixOut = {
      path: '/gn/pix',
      destinations: ['key'],
      keyOwnerPath: '/gn/chaves/titular',
      oneAtATime: false,
    } as const;
    const { checks, lines } = await inspect(t, url, { pixOut });
    t.is(detailOf(checks, 'owners of keys'), expected);
    t.false([JSON.stringify(checks), ...lines].some((line) => line.includes('11222333000181')));
  },
  title: (rule) => `whose our own key is by a bank that ${rule}`,
});
const OURS = { chave: 'canary-key', titular: { cnpj: '11222333000181', nome: 'Loja' } };
test('names us', ownerIs, OURS, 'passed named');
test('masks us', ownerIs, { ...OURS, titular: { cnpj: '11.***.***/****-81' } }, 'failed not one whole document');
test('names another key', ownerIs, { ...OURS, chave: 'x' }, 'failed not one whole document');
test('does not know us', ownerIs, 404, 'failed our own key is nobody’s');
test('refuses', ownerIs, 403, 'failed declined: X');

test('a bank that nobody answers at fails by its token, and nothing else is requested', async (t) => {
  const { checks } = await inspect(t, 'http://127.0.0.1:1');
  t.regex(failures(checks).join(), /^token: unreachable: /);
  t.is(checks.filter(({ result }) => result === 'passed').length, 0);
});

test('certificates that end soon are found on both sides, and both are published as a metric', async (t) => {
  const telemetry = await startTelemetry('inspect', undefined);
  t.teardown(() => telemetry.stop());
  const [soon, late, us] = [selfSigned('bank', 5 * DAYS), selfSigned('bank', 90 * DAYS), selfSigned('us', 3 * DAYS)];
  const look = async (of: ReturnType<typeof selfSigned>) => {
    const { url } = await bank(t, {}, { ...of });
    return (await inspect(t, url, { id: 'mutual', tls: { ...us, ca: of.cert } })).checks;
  };
  t.deepEqual(failures(await look(soon)), [
    'bank’s certificate: valid for 4 more days',
    'our certificate: valid for 2 more days',
  ]);
  t.deepEqual(failures(await look(late)), ['our certificate: valid for 2 more days']);
  for (const [of, days] of [
    ['bank', 90],
    ['us', 3],
  ] as const) {
    const line = new RegExp(
      `^gx_bank_certificate_expires_at\\{gx_bank_profile="mutual",gx_certificate_of="${of}"\\} (\\S+)$`,
      'm',
    );
    const [, at] = line.exec(await telemetry.metrics()) ?? [];
    t.true(Math.abs(Number(at) - Date.now() / 1_000 - days * 86_400) < 120, at);
  }
  t.regex(
    await telemetry.metrics(),
    /^gx_bank_call_duration_count\{gx_bank_profile="mutual",gx_bank_operation="getWebhook",gx_outcome="done"\} 2$/m,
  );
});
