import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ERRORS } from '@gx/core';
import type { ExecutionContext } from 'ava';
import { ROUTES } from '../src/routes/table.ts';
import { ask, type Edge, refusedWith, startEdge, testOnOneEdge } from './harness/gateway.ts';
import { rawExchange } from './harness/raw-http.ts';

const test = testOnOneEdge();
const MAX_BYTES = 300 * 1024;

const textAt = async (url: string): Promise<string> => (await fetch(url)).text();
const hrefsOf = (page: string): string[] => [...page.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href);
const idsOf = (page: string): Set<string> => new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
const isPage = (path: string): boolean => path === '/docs' || path.startsWith('/docs/');

/** Every page that links lead to from the first one, by its path. */
async function pagesAt(url: string): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  const open = ['/docs'];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path)) continue;
    const page = await textAt(`${url}${path}`);
    pages.set(path, page);
    open.push(
      ...hrefsOf(page)
        .map((href) => href.split('#')[0] ?? '')
        .filter(isPage),
    );
  }
  return pages;
}

test('every link inside the documentation leads somewhere, to its anchor too', async (t) => {
  const { url } = t.context;
  const pages = await pagesAt(url);
  const ids = new Map([...pages].map(([path, page]) => [path, idsOf(page)]));
  const links = [...pages].flatMap(([path, page]) => hrefsOf(page).map((href) => ({ path, href })));
  const outside = new Map<string, number>();
  const broken: string[] = [];
  for (const { path, href } of links) {
    if (/^https?:/.test(href)) continue;
    const [target = '', anchor] = href.split('#');
    const to = target === '' ? path : target;
    if (!pages.has(to) && !outside.has(to)) outside.set(to, (await fetch(`${url}${to}`)).status);
    const leads = pages.has(to) ? anchor === undefined || ids.get(to)?.has(anchor) : outside.get(to) === 200;
    if (!leads) broken.push(`${path}: ${href}`);
  }
  t.deepEqual(broken, []);
  t.true(pages.size > 10);
  t.log(`${pages.size} pages, ${links.length} links`);
});

test('each page, and all of them with what they search through, are at most 300 KiB compressed', async (t) => {
  const { url } = t.context;
  const sizes: number[] = [];
  for (const path of [...(await pagesAt(url)).keys(), '/docs/search.json']) {
    const { headers } = await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'gzip' } });
    t.is(headers.get('content-encoding'), 'gzip', path);
    sizes.push(Number(headers.get('content-length')));
  }
  const total = sizes.reduce((sum, size) => sum + size, 0);
  t.true(total <= MAX_BYTES, String(total));
  t.log(
    `${sizes.length} files, the largest ${Math.round(Math.max(...sizes) / 1024)} KiB, all ${Math.round(total / 1024)} KiB`,
  );
});

test('every operation is in the menu by what it does, with an example; every error code stands once', async (t) => {
  const pages = [...(await pagesAt(t.context.url))].filter(([path]) => path.startsWith('/docs/api/'));
  const all = pages.map(([, page]) => page).join('\n');
  for (const { operation, path } of ROUTES) {
    const section = all.split(`<section class="operation" id="${operation}">`);
    t.is(section.length, 2, operation);
    const [own = ''] = section[1]?.split('</section>') ?? [];
    t.regex(own, /<figcaption>Request<\/figcaption>/, operation);
    t.false(all.includes(`>${operation}</a>`), `${operation}: no id in the menu`);
    if (path.startsWith('/v1/') && !NO_JSON.has(operation))
      t.regex(own, /<figcaption>Answer 20\d<\/figcaption>/, operation);
  }
  for (const [code, { description }] of Object.entries(ERRORS)) {
    const start = description.split(/[`’;]/)[0] ?? '';
    t.is(all.replace(/<pre .*?<\/pre>/gs, '').split(start).length, 2, `${code}: described once`);
  }
});
/** Answers nothing, a document, or a refusal alone without days of waiting. */
const NO_JSON: ReadonlySet<string> = new Set([
  ...[
    'logout',
    'logoutAll',
    'changePassword',
    'confirmTotp',
    'removeTotp',
    'requestPasswordReset',
    'resetPassword',
    'acceptInvitation',
    'removeUser',
  ],
  ...['getReceipt', 'retryDelivery'],
]);

test('a page is compressed for whom can read that, and 304 for whom has it; HEAD has the headers alone', async (t) => {
  for (const path of [
    '/docs',
    '/docs/conventions',
    '/docs/conventions.md',
    '/openapi.json',
    '/asyncapi.json',
    '/llms.txt',
  ]) {
    const at = `${t.context.url}${path}`;
    const plain = await fetch(at, { headers: { 'accept-encoding': 'identity' } });
    t.deepEqual([plain.status, plain.headers.get('content-encoding')], [200, null], path);
    const text = await plain.text();
    const etag = plain.headers.get('etag') ?? '';
    const head = await fetch(at, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    t.deepEqual([head.status, head.headers.get('etag'), await head.text()], [200, etag, '']);
    t.is(Number(head.headers.get('content-length')), Buffer.byteLength(text));
    // By hand: `fetch` would ask for a new copy besides.
    const conditional = (known: string) =>
      rawExchange(
        t.context.port,
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${t.context.port}\r\nIf-None-Match: ${known}\r\nConnection: close\r\n\r\n`,
      );
    const [again] = await conditional(etag);
    t.deepEqual([again?.status, again?.body, again?.headers.get('content-type')], [304, '', undefined]);
    t.is((await conditional('"another"'))[0]?.status, 200);
    const other = await fetch(at);
    t.is(await other.text(), text, 'what fetch has decompressed');
    t.regex(plain.headers.get('vary') ?? '', /Accept-Encoding/);
    t.is(plain.headers.get('x-content-type-options'), 'nosniff');
  }
});

const START = 'export GX=';
async function shellLinesAt(edge: Pick<Edge, 'port'>, host: string): Promise<string[]> {
  const request = `GET /docs HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: identity\r\nConnection: close\r\n\r\n`;
  const [answer] = await rawExchange(edge.port, request);
  const at = answer?.body.indexOf(START) ?? -1;
  return (answer?.body.slice(at).split('</code>')[0] ?? '').split('\n');
}

test('a reader’s own address is in the commands; what is no address stays out of the page', async (t) => {
  const { context: edge } = t;
  const placeholder = 'export API_KEY=gx_test_...';
  for (const host of ['127.0.0.1:8080', '[::1]:9000', 'localhost', 'gateway:8080'])
    t.deepEqual(await shellLinesAt(edge, host), [`export GX=http://${host}`, placeholder]);
  for (const host of ['api.example.com', 'a-b.example:8443'])
    t.deepEqual(await shellLinesAt(edge, host), [`export GX=https://${host}`, placeholder]);
  for (const host of ['x$(id)', 'x;id', '"><script>', "x'y", '-x', 'x`id`', 'a'.repeat(300), ''])
    t.deepEqual(await shellLinesAt(edge, host), ['export GX=http://127.0.0.1:8080', placeholder], host);
});

test('the test key of a stack of one’s own is filled in as soon as it is there; its page is kept by nobody else', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gx-docs-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = join(folder, 'test.key');
  const edge = await startEdge(t, { ENVIRONMENT: 'local', DOCS_TEST_KEY_FILE: file });
  const host = `127.0.0.1:${edge.port}`;
  t.deepEqual(await shellLinesAt(edge, host), [`export GX=http://${host}`, 'export API_KEY=gx_test_...']);
  await writeFile(file, 'gx_test_abc123\n');
  t.deepEqual(await shellLinesAt(edge, host), [`export GX=http://${host}`, 'export API_KEY=gx_test_abc123']);
  t.is((await fetch(`${edge.url}/docs`)).headers.get('cache-control'), 'private, no-cache');
  await writeFile(file, 'gx_live_abc123\n');
  refusedWith(t, await ask(`${edge.url}/docs`), 500, 'internal_error');
});

test('llms.txt leads to every guide as Markdown and to both contracts', async (t) => {
  const { url } = t.context;
  const index = await textAt(`${url}/llms.txt`);
  t.regex(index, /^# gx\n\n> /);
  const links = [...index.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
  for (const path of links) t.is((await fetch(`${url}${path}`)).status, 200, path);
  for (const path of ['/docs/conventions.md', '/docs/start.md', '/openapi.json', '/asyncapi.json'])
    t.true(links.includes(path), path);
  t.regex(await textAt(`${url}/docs/conventions.md`), /^# Conventions\n/);
});

test('a page, a guide or a chapter that is not there answers 404 in the envelope', async (t: ExecutionContext<Edge>) => {
  for (const path of [
    '/docs/nothing',
    '/docs/nothing.md',
    '/docs/api/nothing',
    '/docs/%2e%2e%2fglossary',
    '/docs/..%2Fglossary.md',
  ])
    refusedWith(t, await ask(`${t.context.url}${path}`), 404, 'not_found');
});

test('what a browser is sent unzips to what others are sent', async (t) => {
  const [answer] = await rawExchange(
    t.context.port,
    'GET /llms.txt HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n',
  );
  t.is(gunzipSync(Buffer.from(answer?.body ?? '', 'latin1')).toString(), await textAt(`${t.context.url}/llms.txt`));
});
