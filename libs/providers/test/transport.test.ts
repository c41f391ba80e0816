import type { EndToEndId, Txid } from '@gx/core';
import { inSpan, startTelemetry } from '@gx/runtime';
import { selfSigned, until } from '@gx/testkit';
import test from 'ava';
import { bankCaller } from '../src/bank-caller.ts';
import { log, profileOf, providerOf, tinyBank } from './tiny-bank.ts';

const TXID = '7978c0c97ea847e78e8849634473c1f1' as Txid;

test('mutual TLS: the bank knows us by our certificate, we know it by its authority', async (t) => {
  const [bank, us, stranger] = [selfSigned('bank'), selfSigned('us'), selfSigned('stranger')];
  const { url } = await tinyBank(t, { ...bank, ca: us.cert, requestCert: true, rejectUnauthorized: true });
  t.deepEqual(await providerOf(t, url, { tls: { ...us, ca: bank.cert } }).getCharge(TXID), {
    kind: 'done',
    value: null,
  });

  const notUs = await providerOf(t, url, { tls: { ...stranger, ca: bank.cert } }).getCharge(TXID);
  t.is(notUs.kind, 'not_sent');
  const notThem = await providerOf(t, url, { tls: { ...us, ca: stranger.cert } }).getCharge(TXID);
  t.like(notThem, { kind: 'not_sent', cause: { reason: 'unreachable' } });
});

test('our trace stays with us: another company gets no traceparent, a bank of our own does', async (t) => {
  const telemetry = await startTelemetry('transport', undefined);
  t.teardown(telemetry.stop);
  const { url, seen } = await tinyBank(t);
  await inSpan('a request', {}, () => providerOf(t, url).getCharge(TXID));
  await inSpan('a request', {}, () => providerOf(t, url, { simulator: true }).getCharge(TXID));
  t.is(seen[0]?.headers['traceparent'], undefined);
  t.regex(String(seen[1]?.headers['traceparent']), /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
});

const MIB = 1024 * 1024;
/** A file of so many bytes that no text could carry. */
const pdfOf = (bytes: number): Buffer => Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(bytes - 5, 0xff)]);

test('a receipt of 1 MiB comes through byte for byte, requested as a PDF; one byte more is let go of', async (t) => {
  let pdf = pdfOf(MIB);
  const { url, seen } = await tinyBank(t, undefined, (response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
  });
  const provider = providerOf(t, url, { receiptPath: '/comprovantes' });
  const ask = () => provider.getReceipt(`E${'1'.repeat(31)}` as EndToEndId);
  const whole = await ask();
  t.like(whole, { kind: 'done', value: { contentType: 'application/pdf' } });
  // Compared as bytes: a deep comparison takes so long that the idle connection ends meanwhile.
  t.true(whole.kind === 'done' && whole.value?.content.equals(pdf));
  t.is(seen[0]?.headers.accept, 'application/pdf, application/problem+json');
  pdf = pdfOf(MIB + 1);
  t.like(await ask(), { kind: 'unknown', cause: { reason: 'unreadable_answer' } });
});

test('while one call probes whether the bank is back, the others are turned away at once', async (t) => {
  let requests = 0;
  const { url } = await tinyBank(t, undefined, (response) => {
    requests += 1;
    if (requests === 1) response.writeHead(503).end();
  });
  const breaker = { failures: 1, halfOpenAfterMs: 30 };
  const bank = bankCaller(profileOf(url), { log, now: () => new Date(), breaker });
  t.teardown(bank.close);
  const operation = { name: 'getCharge', method: 'GET', path: '/cob/1' } as const;
  t.is((await bank.call(operation)).kind, 'unknown');
  const calls = [];
  await until('a call probes the bank', () => {
    calls.push(bank.call(operation, { deadlineMs: 30_000 }));
    return bank.breakerState() === 'half_open';
  });
  const startedAt = performance.now();
  t.like(await bank.call(operation, { deadlineMs: 30_000 }), { kind: 'not_sent', cause: { reason: 'breaker_open' } });
  t.true(performance.now() - startedAt < 5_000);
  t.true(await until('the one call arrives', () => requests === 2));
});
