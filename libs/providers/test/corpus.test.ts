import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EndToEndId, parseJson, type Txid } from '@gx/core';
import test from 'ava';
import { parse } from 'yaml';
import { DIALECTS } from '../src/dialects.ts';
import { apiPixProvider, type BankProfile, ListUnread, type PixElement, type PixProvider } from '../src/index.ts';
import { log, profileOf } from './tiny-bank.ts';

/** An answer of a bank, and what the adapter has to make of it (libs/providers/corpus/README.md). */
type Entry = {
  readonly name: string;
  readonly operation: keyof typeof OPERATIONS;
  readonly status: number;
  readonly body: unknown;
  readonly about?: { readonly txid?: string; readonly endToEndId?: string; readonly id?: string };
  readonly source: string;
  readonly constructed?: true;
  readonly expected: Readonly<Record<string, unknown>>;
  /** Of an outcome that proves nothing. */
  readonly why?: string;
};

const FOLDER = new URL('../corpus/', import.meta.url);
const read = (file: string): readonly Entry[] => parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Entry[];
const banks = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => ({ bank: file.replace('.yaml', ''), entries: read(file) }));

const TXID = '7978c0c97ea847e78e8849634473c1f1';
const E2E = 'E12345678202009091221kkkkkkkkkkk';
const URL_OF_CALLBACKS = 'https://pix.example.com/api/webhook/';
const WINDOW = { from: new Date('2020-01-01T00:00:00Z'), to: new Date('2030-01-01T00:00:00Z') };

async function elements(pages: AsyncIterable<readonly unknown[]>): Promise<unknown> {
  const all: unknown[] = [];
  try {
    for await (const page of pages) all.push(...page);
  } catch (error) {
    if (error instanceof ListUnread) return error.outcome;
    throw error;
  }
  return { kind: 'done', elements: all };
}
const shown = (element: PixElement): object =>
  element.kind === 'payment' ? { kind: element.kind, ...element.payment } : element;

type Call = (provider: PixProvider, about: { txid: Txid; endToEndId: EndToEndId; id: string }, body: string) => unknown;
const OPERATIONS = {
  createCharge: (provider, { txid }) => provider.createCharge({ txid, body: '{}' }),
  getCharge: (provider, { txid }) => provider.getCharge(txid),
  cancelCharge: (provider, { txid }) => provider.cancelCharge(txid),
  getPayment: (provider, { endToEndId }) => provider.getPayment(endToEndId),
  listPayments: (provider) => elements(provider.listSettlements(WINDOW)),
  requestDevolution: (provider, { endToEndId, id }) => provider.requestDevolution({ endToEndId, id, body: '{}' }),
  getDevolution: (provider, { endToEndId, id }) => provider.getDevolution(endToEndId, id),
  sendPix: (provider, { id }) => provider.sendPix({ id, kind: 'key', body: '{}' }),
  getSentPix: (provider, { id }) => provider.getSentPix(id),
  getBalance: (provider) => provider.getBalance(),
  listInfractions: (provider) => elements(provider.listInfractions(WINDOW)),
  registerCallbacks: (provider) => provider.registerCallbackUrl(URL_OF_CALLBACKS),
  callback: (provider, _about, body) => ({ kind: 'done', elements: provider.parseCallback(body) }),
  token: (provider, { txid }) => provider.getCharge(txid),
} as const satisfies Record<string, Call>;

const state: { entry: Entry | undefined } = { entry: undefined };
const textOf = ({ body }: Entry): string =>
  typeof body === 'string' ? body : body === null ? '' : JSON.stringify(body);
/** A bank that gives the answer of the entry: to its own operation, or to the request for a token. */
const server = createServer((request, response) => {
  const { entry } = state;
  const isToken = request.url === '/oauth/token';
  request.resume();
  const isAnswer = isToken === (entry?.operation === 'token');
  response.writeHead(isAnswer ? (entry?.status ?? 0) : isToken ? 200 : 404, { 'content-type': 'application/json' });
  const usual = isToken ? { access_token: 'x', expires_in: 60 } : { title: 'x', status: 404 };
  response.end(isAnswer && entry !== undefined ? textOf(entry) : JSON.stringify(usual));
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
test.after.always(() => {
  server.closeAllConnections();
  server.close();
});

function profileFor(bank: string): BankProfile {
  const { port } = server.address() as AddressInfo;
  const dialect = bank in DIALECTS ? { dialect: DIALECTS[bank as keyof typeof DIALECTS] } : {};
  const pixOut = { path: '/gn/pix', destinations: ['key'], keyOwnerPath: null, oneAtATime: false } as const;
  const paths = { pixOut, balancePath: '/gn/saldo', infractionsPath: '/gn/infracoes' };
  return profileOf(`http://127.0.0.1:${port}`, { ...dialect, ...paths });
}

/** As JSON has it, and elements by what was read of them. */
function comparable(outcome: unknown): object {
  const replacer = (key: string, value: unknown): unknown =>
    (key === 'elements' || key === 'payments') && Array.isArray(value) ? value.map(shown) : value;
  return parseJson(JSON.stringify(outcome, replacer)) as object;
}

const member = (body: unknown, name: string): string | undefined => {
  const value: unknown =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
};

for (const { bank, entries } of banks)
  for (const entry of entries) {
    const { operation, status, body, about = {}, expected } = entry;
    test.serial(`${bank}: ${operation} ${status}, ${entry.name}`, async (t) => {
      state.entry = entry;
      const provider = apiPixProvider(profileFor(bank), { log, now: () => new Date(), deadlineMs: 20_000 });
      const ids = {
        txid: (about.txid ?? member(body, 'txid') ?? TXID) as Txid,
        endToEndId: (about.endToEndId ?? member(body, 'endToEndId') ?? E2E) as EndToEndId,
        id: about.id ?? member(body, 'id') ?? member(body, 'idEnvio') ?? '123456',
      };
      try {
        t.like(comparable(await OPERATIONS[operation](provider, ids, textOf(entry))), expected);
      } finally {
        await provider.close();
      }
    });
  }

test('every entry is named once, has a source, and says why where it proves nothing', (t) => {
  for (const { bank, entries } of banks) {
    const names = entries.map(({ operation, status, name }) => `${operation} ${status} ${name}`);
    t.is(new Set(names).size, names.length, bank);
    for (const { source, expected, why, name } of entries) {
      t.regex(source, /\S/, `${bank}: ${name}`);
      t.is(why === undefined, expected['kind'] !== 'unknown', `${bank}: ${name}`);
    }
  }
  const count = banks.reduce((sum, { entries }) => sum + entries.length, 0);
  t.log(`${count} answers of ${banks.length} publishers`);
  t.true(banks.length >= 12 && count >= 490);
});
