import type { ServerResponse } from 'node:http';
import type { Txid } from '@gx/core';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { bankCaller } from '../src/bank-caller.ts';
import { log, profileOf, providerOf, tinyBank } from './tiny-bank.ts';

const GET = { name: 'getCharge', method: 'GET', path: '/cob/1' } as const;
const TXID = 'a'.repeat(32) as Txid;

/** A bank that refuses with these answers, one after the other, and then answers well. */
const refusing = (...answers: readonly ((response: ServerResponse) => void)[]) => {
  const left = [...answers];
  return (response: ServerResponse): void => {
    const next = left.shift();
    if (next === undefined) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    else next(response);
  };
};
const limited = (response: ServerResponse): void => void response.writeHead(429, { 'retry-after': '600' }).end();
const broken = (response: ServerResponse): void => void response.writeHead(503).end();

/** A bank that answers nothing until `behave` is called, and how many calls wait for it. */
async function silentBank(t: ExecutionContext) {
  const done = (response: ServerResponse): void =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  const hanging: ServerResponse[] = [];
  let isSilent = true;
  const { url } = await tinyBank(t, undefined, (response) => void (isSilent ? hanging.push(response) : done(response)));
  const bank = bankCaller(profileOf(url), { log, now: () => new Date(), connections: 8 });
  t.teardown(bank.close);
  return {
    bank,
    hanging: () => hanging.length,
    behave: () => {
      isSilent = false;
    },
    answer: () => hanging.splice(0).forEach(done),
  };
}

test('a merchant whose calls all hang: those of another begin at once, and the bank is not taken for broken', async (t) => {
  const { bank, hanging, behave, answer } = await silentBank(t);
  const flood = Array.from({ length: 40 }, () => bank.call(GET, { merchant: 'floods', deadlineMs: 4_000 }));
  await until('half of the connections hang', () => hanging() === 4);
  behave();
  for (let nth = 0; nth < 10; nth += 1)
    t.is((await bank.call(GET, { merchant: 'calm', deadlineMs: 3_000 })).kind, 'done');
  t.is(hanging(), 4, 'while the flood still waits');
  answer();
  const kinds = (await Promise.all(flood)).map(({ kind }) => kind);
  t.deepEqual(new Set(kinds), new Set(['done']), 'and all of it has its turn');
  t.is(bank.breakerState(), 'closed');
});

test('calls of one merchant beyond its share wait, and those that have no turn in time were not sent', async (t) => {
  const { bank, hanging, answer } = await silentBank(t);
  const first = Array.from({ length: 4 }, () => bank.call(GET, { merchant: 'floods', deadlineMs: 4_000 }));
  await until('half of the connections hang', () => hanging() === 4);
  const more = Array.from({ length: 16 }, () => bank.call(GET, { merchant: 'floods', deadlineMs: 50 }));
  for (const outcome of await Promise.all(more))
    t.like(outcome, { kind: 'not_sent', cause: { reason: 'rate_limited', retryAfterSeconds: 1 } });
  t.is(hanging(), 4);
  answer();
  await Promise.all(first);
});

test('the simulator says 429 to a merchant who ordered it: that one is paused, and nobody else', async (t) => {
  const { url, seen } = await tinyBank(t, undefined, refusing(limited));
  const bank = bankCaller(profileOf(url, { simulator: true }), { log, now: () => new Date() });
  t.teardown(bank.close);
  t.like(await bank.call(GET, { merchant: 'orders' }), { kind: 'not_sent', cause: { retryAfterSeconds: 600 } });
  t.like(await bank.call(GET, { merchant: 'orders' }), { kind: 'not_sent', cause: { reason: 'rate_limited' } });
  t.is(seen.length, 1, 'it is not asked again');
  t.is((await bank.call(GET, { merchant: 'another' })).kind, 'done');
  t.is((await bank.call(GET)).kind, 'done');
});

test('the simulator breaks for a merchant who ordered it: the breaker of that one opens, and nobody else’s', async (t) => {
  const { url } = await tinyBank(t, undefined, refusing(...Array.from({ length: 5 }, () => broken)));
  const bank = bankCaller(profileOf(url, { simulator: true }), { log, now: () => new Date() });
  t.teardown(bank.close);
  for (let nth = 0; nth < 5; nth += 1) t.is((await bank.call(GET, { merchant: 'orders' })).kind, 'unknown');
  t.like(await bank.call(GET, { merchant: 'orders' }), { cause: { reason: 'breaker_open' } });
  t.is((await bank.call(GET, { merchant: 'another' })).kind, 'done');
  t.is(bank.breakerState(), 'closed');
});

test('a real bank that says 429 wants to be left alone by all', async (t) => {
  const { url, seen } = await tinyBank(t, undefined, refusing(limited));
  const bank = bankCaller(profileOf(url), { log, now: () => new Date() });
  t.teardown(bank.close);
  t.is((await bank.call(GET, { merchant: 'one' })).kind, 'not_sent');
  t.like(await bank.call(GET, { merchant: 'another' }), { cause: { reason: 'rate_limited' } });
  t.is(seen.length, 1);
});

test('a bank that limits questions about its words stops no charge', async (t) => {
  const { url } = await tinyBank(t, undefined, refusing(limited));
  const provider = providerOf(t, url);
  t.like(await provider.quoteCharge(TXID, { pool: 'quotes' }), { cause: { reason: 'rate_limited' } });
  t.like(await provider.quoteCharge(TXID, { pool: 'quotes' }), { cause: { reason: 'rate_limited' } });
  const asked = await provider.getCharge(TXID);
  t.not(asked.kind === 'not_sent' && asked.cause.reason, 'rate_limited');
});
