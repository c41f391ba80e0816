import { connect } from 'node:net';
import { PUBLIC_STATUS } from '@gx/contracts';
import { until } from '@gx/testkit';
import test from 'ava';
import jsqr from 'jsqr';
import { BR_CODE, type Change, MERCHANT } from './charge-stand-in.ts';
import { get, startRig } from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);

const NOBODYS = '019a0000-0000-7000-8000-000000000000';
const open = (change: Change = {}, query = '', headers = {}) =>
  get(`${rig.url}/${rig.charge.add(change)}${query}`, headers);

test('a pending charge shows who is paid, how much, until when, and the code twice: to copy and to scan', async (t) => {
  const expiresAtMs = Date.parse('2099-03-05T18:30:00Z');
  const { status, headers, text } = await open({ expiresAtMs });
  t.is(status, 200);
  t.is(headers.get('content-type'), 'text/html; charset=utf-8');
  t.regex(text, new RegExp(`${MERCHANT}.*R\\$\\s1\\.990,00`, 's'));
  t.true(text.includes('5 de março de 2099 às 15:30 (horário de Brasília)'));
  t.true(text.includes(`value="${BR_CODE}"`));
  t.true(text.includes('<strong>EMPRESA</strong>'), 'the receiver as banks will show it');
  t.is(scanned(text), BR_CODE);
});

/** What a phone reads from the picture in the page. */
function scanned(text: string): string | undefined {
  const size = Number(/viewBox="0 0 (\d+) \d+"/.exec(text)?.[1]);
  const scale = 4;
  const side = size * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of text.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(width)) * scale; column += 1) {
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return jsqr.default(pixels, side, side)?.data;
}

// biome-ignore format: one row per status, read as a table
const STATUSES: readonly (readonly [keyof typeof PUBLIC_STATUS, string, string])[] = [
  ['WAITING_PAYMENT', 'Aguardando o pagamento',         'Waiting for the payment'],
  ['PROCESSING',      'Pagamento em análise',           'Payment under review'],
  ['PAID',            'Pagamento confirmado',           'Payment confirmed'],
  ['APPROVED',        'Pagamento confirmado',           'Payment confirmed'],
  ['REFUSED',         'O pagamento não foi concluído',  'The payment did not go through'],
  ['CANCELLED',       'Esta cobrança foi cancelada',    'This charge was cancelled'],
  ['EXPIRED',         'Esta cobrança expirou',          'This charge has expired'],
  ['REFUNDED',        'Pagamento devolvido',            'Payment returned'],
  ['CHARGEBACK',      'Pagamento em disputa',           'Payment in dispute'],
  ['DISPUTE',         'Pagamento em disputa',           'Payment in dispute'],
];

for (const [status, portuguese, english] of STATUSES) {
  test(`${PUBLIC_STATUS[status]} (${status}) has its own words in both languages`, async (t) => {
    const id = rig.charge.add({ status });
    for (const [query, title] of [
      ['', portuguese],
      ['?lang=en', english],
    ] as const) {
      const { text } = await get(`${rig.url}/${id}${query}`);
      t.true(text.includes(`<h2 id="title" tabindex="-1">${title}</h2>`), query);
      t.is(text.includes(BR_CODE), status === 'WAITING_PAYMENT', 'no code once it is not pending');
      t.is(text.includes('<svg class="qr"'), status === 'WAITING_PAYMENT');
    }
  });
}

const WITHOUT_CODE: readonly (readonly [string, Change, string])[] = [
  ['money that is being confirmed', { confirming: true }, 'Pagamento recebido'],
  ['a time that is over', { expiresAtMs: Date.now() - 1 }, 'O prazo terminou'],
  ['a code that the bank has not made yet', { status: 'PENDING', expiresAtMs: undefined }, 'Preparando o código Pix'],
  [
    'another method than Pix that the acquirer does not have yet',
    { status: 'PENDING', expiresAtMs: undefined, paymentMethod: 'CREDIT_CARD' },
    'Preparando o pagamento',
  ],
  ['a method that this page does not know', { paymentMethod: 'constructor' }, 'Esta cobrança é paga no site da loja'],
  [
    'another method of which there is nothing to pay with',
    { paymentMethod: 'CREDIT_CARD' },
    'Esta cobrança é paga no site da loja',
  ],
];
for (const [what, change, words] of WITHOUT_CODE) {
  test(`while it is pending, ${what} is shown, and no code`, async (t) => {
    const { text } = await open(change);
    t.true(text.includes(words));
    t.false(text.includes(BR_CODE));
  });
}

test('only a test charge says that no money moves', async (t) => {
  t.false((await open()).text.includes('Modo de teste'));
  t.true((await open({ livemode: false })).text.includes('Modo de teste'));
});

test('the way back is a link of the page, final or not; without one there is none', async (t) => {
  const returnUrl = 'https://loja.example/pedido?a=1&b="2"';
  for (const status of ['WAITING_PAYMENT', 'PAID', 'EXPIRED'] as const) {
    const { text } = await open({ status, returnUrl });
    t.regex(
      text,
      /href="https:\/\/loja\.example\/pedido\?a=1&amp;b=&quot;2&quot;" rel="noreferrer">Voltar para a loja/,
    );
  }
  t.false((await open()).text.includes('Voltar para a loja'));
});

test('a merchant without a name that can be looked up now can be paid all the same', async (t) => {
  const { status, text } = await open({ merchantName: undefined as never });
  t.is(status, 200);
  t.true(text.includes(BR_CODE));
});

test('what others wrote is text and never markup', async (t) => {
  const merchantName = `<script>alert(1)</script>"'&`;
  const { text } = await open({ merchantName });
  t.false(text.includes('<script>alert'));
  t.true(text.includes('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;'));
});

test('Portuguese unless ?lang or Accept-Language asks for English; ?lang wins', async (t) => {
  const id = rig.charge.add();
  const languageOf = async (query: string, accepted?: string) => {
    const { text, headers } = await get(
      `${rig.url}/${id}${query}`,
      accepted === undefined ? {} : { 'accept-language': accepted },
    );
    t.is(headers.get('vary'), 'Accept-Language');
    t.true(text.includes(`<html lang="${headers.get('content-language')}"`));
    return headers.get('content-language');
  };
  t.is(await languageOf(''), 'pt-BR');
  t.is(await languageOf('', 'en-GB,en;q=0.9,pt;q=0.5'), 'en');
  t.is(await languageOf('', 'de, fr'), 'pt-BR');
  t.is(await languageOf('?lang=pt', 'en'), 'pt-BR');
  t.is(await languageOf('?lang=en', 'pt-BR'), 'en');
  t.is(await languageOf('?lang=en&lang=pt', 'en'), 'en', 'two of them are none');
});

test('every answer forbids indexing, framing, storing and passing on the address; scripts and styles need the page’s nonce', async (t) => {
  const id = rig.charge.add();
  const nonces = new Set<string>();
  for (const path of [`/${id}`, `/${id}`, `/${NOBODYS}`, '/', `/${id}/status`, `/${NOBODYS}/status`]) {
    const { headers, text } = await get(`${rig.url}${path}`);
    t.is(headers.get('x-robots-tag'), 'noindex, nofollow', path);
    t.is(headers.get('cache-control'), 'no-store', path);
    t.is(headers.get('referrer-policy'), 'no-referrer', path);
    t.is(headers.get('x-content-type-options'), 'nosniff', path);
    t.truthy(headers.get('x-request-id'), path);
    const policy = headers.get('content-security-policy') ?? '';
    const nonce = /script-src 'nonce-([A-Za-z0-9+/=]{24})'/.exec(policy)?.[1] ?? '';
    t.regex(policy, /^default-src 'none';.*frame-ancestors 'none'.*require-trusted-types-for 'script'/);
    t.notRegex(policy, /unsafe|https?:|\*/);
    nonces.add(nonce);
    for (const [tag] of text.matchAll(/<(?:script|style)[^>]*>/g)) t.true(tag.includes(` nonce="${nonce}"`), path);
    t.notRegex(text, /<meta http-equiv|\son\w+="|\sstyle="|src="http/);
  }
  t.is(nonces.size, 6);
});

test('the script is at most 5 kB, and a page that waits for nothing has none', async (t) => {
  const script = /<script nonce="[^"]+">(.*)<\/script>/s.exec((await open()).text)?.[1] ?? '';
  t.true(script.length > 500 && Buffer.byteLength(script) <= 5_000, `${script.length} bytes`);
  t.false((await open({ status: 'PAID' })).text.includes('<script'));
});

test('the whole page is one answer of at most 22 kB, its code to scan included', async (t) => {
  const { text } = await open({ returnUrl: 'https://loja.example/' });
  t.is(scanned(text), BR_CODE);
  const bytes = Buffer.byteLength(text);
  t.true(bytes <= 22_000, `${bytes} bytes`);
  t.notRegex(text, /<(?:link rel="stylesheet"|script src|img)/);
});

test('404 of an unknown charge, of what is no id, of any other path or method: one page, and JSON for the script', async (t) => {
  const known = rig.charge.add();
  for (const path of [`/${NOBODYS}`, '/nonsense', '/', `/${known}/else`, '/%E0%A4%A']) {
    const { status, text } = await get(`${rig.url}${path}`);
    t.is(status, 404, path);
    t.true(text.includes('Cobrança não encontrada'), path);
  }
  t.is((await fetch(`${rig.url}/${known}`, { method: 'POST' })).status, 404);
  for (const end of ['status', 'events']) {
    const { status, text, headers } = await get(`${rig.url}/${NOBODYS}/${end}`);
    t.is(status, 404);
    t.like(JSON.parse(text), {
      error: { type: 'not_found_error', code: 'not_found' },
      request_id: headers.get('x-request-id'),
    });
  }
});

test('every form of the id opens the page, and the page asks by the raw one', async (t) => {
  const id = rig.charge.add();
  t.is((await get(`${rig.url}/${id}`)).status, 200);
  for (const form of [`ch_${id}`, `tx_${id}`]) {
    const { status, text } = await get(`${rig.url}/${form}`);
    t.is(status, 200);
    t.true(text.includes(`data-status="/${id}/status?lang=pt-BR"`));
  }
});

test('503 with words and Retry-After while charge is away, and the page again when it is back', async (t) => {
  const own = await startRig();
  t.teardown(own.stop);
  const id = own.charge.add();
  own.charge.state.down = true;
  const away = await get(`${own.url}/${id}`);
  t.is(away.status, 503);
  t.is(away.headers.get('retry-after'), '5');
  t.true(away.text.includes('A página não abriu agora'));
  t.is((await get(`${own.url}/${id}/status`)).status, 503);
  own.charge.state.down = false;
  await until('the page is back', async () => (await get(`${own.url}/${id}`)).status === 200);
});

test('429 of one address after its requests of a minute; another address goes on', async (t) => {
  const page = await rig.replica({ REQUESTS_PER_ADDRESS_PER_MINUTE: '3', TRUSTED_PROXIES: '127.0.0.1/32' });
  const id = rig.charge.add();
  const from = (address: string, end = '') => get(`${page.url}/${id}${end}`, { 'x-forwarded-for': address });
  for (let count = 0; count < 3; count += 1) t.is((await from('203.0.113.1')).status, 200);
  const refused = await from('203.0.113.1');
  t.is(refused.status, 429);
  t.true(Number(refused.headers.get('retry-after')) > 0);
  t.is(refused.headers.get('x-ratelimit-limit-minute'), '3');
  t.is(refused.headers.get('x-ratelimit-remaining-minute'), '0');
  t.true(refused.text.includes('Muitos acessos'));
  t.like(JSON.parse((await from('203.0.113.1', '/status')).text), { error: { code: 'rate_limited' } });
  t.is((await from('203.0.113.2')).status, 200);
});

/** Sends bytes as they are, and what comes back until the server closes. */
const rawly = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(rig.url).port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text)).on('error', reject);
  });

test('malformed HTTP is answered with the envelope and an id: its own where it can be read', async (t) => {
  t.regex(await rawly('NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 .*X-Request-Id: [0-9a-f-]{36}.*"code":"invalid_request"/s);
  const named = await rawly('GET / HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\nX A: b\r\n\r\n');
  t.regex(named, /^HTTP\/1\.1 400 .*X-Request-Id: mine\r\n.*"request_id":"mine"/s);
});

test('Node answers nothing on its own: no Host, an expectation, CONNECT, a target in whose address there is no host', async (t) => {
  const id = rig.charge.add();
  const page = await rawly(`GET /${id} HTTP/1.1\r\nConnection: close\r\n\r\n`);
  t.regex(page, /^HTTP\/1\.1 200 .*X-Request-Id: .*EMPRESA/s, 'no Host');
  const expecting = await rawly(`GET /${id} HTTP/1.1\r\nHost: x\r\nExpect: more\r\nConnection: close\r\n\r\n`);
  t.regex(expecting, /^HTTP\/1\.1 200 .*EMPRESA/s, 'Expect');
  const tunnel = await rawly('CONNECT a:1 HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\n\r\n');
  t.regex(tunnel, /^HTTP\/1\.1 404 .*X-Request-Id: mine\r\n.*"code":"not_found"/s, 'CONNECT');
  for (const target of ['http://[::1/x', 'http://[/x', 'http://[::1/x/status?lang=en']) {
    const odd = await rawly(`GET ${target} HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\nConnection: close\r\n\r\n`);
    t.regex(odd, /^HTTP\/1\.1 404 .*X-Request-Id: mine\r\n.*Content-Security-Policy.*Cobrança não encontrada/s, target);
  }
});

test('no log line holds a charge’s id, its code or its merchant', async (t) => {
  const id = rig.charge.add();
  await get(`${rig.url}/${id}`);
  await get(`${rig.url}/${id}/status`);
  const lines = await until('both are logged', () => {
    const found = rig.host.lines.filter((line) => line.includes('"route":"/:id'));
    return found.some((line) => line.includes('/:id/status')) && found;
  });
  t.true(lines.length >= 2);
  for (const line of rig.host.lines)
    t.false(line.includes(id) || line.includes(BR_CODE) || line.includes(MERCHANT), line);
});

test('a client that never closes its side after a refusal is answered why, and is gone all the same', async (t) => {
  const { hostname, port } = new URL(rig.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let read = '';
  socket.setEncoding('latin1').on('data', (bytes: string) => {
    read += bytes;
  });
  socket.on('error', () => socket.destroy());
  socket.write('NONSENSE\r\n\r\n');
  const drip = setInterval(() => socket.write('a'), 20);
  t.teardown(() => clearInterval(drip));
  await until('it is gone', () => socket.closed, { timeoutMs: 20_000 });
  t.regex(read, /^HTTP\/1\.1 400 .*"code":"invalid_request"/s);
});
