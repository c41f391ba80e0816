import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@gx/runtime';
import test, { type ExecutionContext } from 'ava';
import { bankCaller } from './bank-caller.ts';
import { API_PIX_DEFAULTS } from './profile.ts';

const USUAL_MS = 30;
const ANSWERS_AFTER_MS = 200;
const log = createLogger({ service: 'bank-caller', level: 'error', destination: { write: () => undefined } });
const GET = { name: 'getCharge', method: 'GET', path: '/cob/1' } as const;

/** Calls to a bank that gives tokens at once and everything else later than anybody here waits for it. */
async function slowBank(t: ExecutionContext) {
  const server = createServer((request, response) => {
    const isToken = request.url === API_PIX_DEFAULTS.tokenPath;
    const answer = () => response.end(JSON.stringify(isToken ? { access_token: 'x', expires_in: 60 } : {}));
    if (isToken) answer();
    else setTimeout(answer, ANSWERS_AFTER_MS);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const profile = { ...API_PIX_DEFAULTS, id: 'slow', clientId: 'c', clientSecret: 's' };
  const breaker = { failures: 5, halfOpenAfterMs: 60_000 };
  const options = { log, now: () => new Date(), deadlineMs: USUAL_MS, breaker };
  const bank = bankCaller({ ...profile, baseUrl: `http://127.0.0.1:${port}` }, options);
  t.teardown(async () => {
    await bank.close();
    server.closeAllConnections();
    server.close();
  });
  const calls = async (times: number, deadlineMs?: number): Promise<void> => {
    for (let call = 0; call < times; call += 1)
      t.true(
        ['unknown', 'not_sent'].includes((await bank.call(GET, deadlineMs === undefined ? {} : { deadlineMs })).kind),
      );
  };
  return { ...bank, calls };
}

test('a call that we cut short ourselves says nothing of the bank: the breaker stays closed', async (t) => {
  const bank = await slowBank(t);
  await bank.calls(6, 1);
  await bank.calls(6, 0);
  await bank.calls(6, -1);
  t.is(bank.breakerState(), 'closed');
});

test('a bank that lets the usual deadline pass five times in a row opens the breaker', async (t) => {
  const bank = await slowBank(t);
  await bank.calls(4);
  t.is(bank.breakerState(), 'closed');
  await bank.calls(1);
  t.is(bank.breakerState(), 'open');
});

test('what was cut short is no success either: failures in a row stay in a row', async (t) => {
  const bank = await slowBank(t);
  await bank.calls(4);
  await bank.calls(2, 1);
  t.is(bank.breakerState(), 'closed');
  await bank.calls(1);
  t.is(bank.breakerState(), 'open');
});

test('what is left of a budget a moment after it began is the usual deadline still', async (t) => {
  const bank = await slowBank(t);
  await bank.calls(5, USUAL_MS - 1);
  t.is(bank.breakerState(), 'open');
});
