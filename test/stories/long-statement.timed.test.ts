import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Id } from '@gx/core';
import { servers } from '@gx/testkit';
import anyTest, { type TestFn } from 'ava';
import { plantWallet } from './plant-wallet.ts';
import { type Stack, startStack } from './stack.ts';

const test = anyTest as TestFn<{ stack: Stack }>;
const LINES = 1_000_000;
const FROM = new Date('2026-03-01T12:00:00.000Z');
/** All of them in ninety days, a tenth of a percent of them in the first two hours. */
const EVERY_MS = (90 * 86_400_000) / LINES;
const PERIOD = 'from=2026-03-01&to=2026-05-31';
/**
 * What a process may grow by over a statement a thousand times as long: garbage that is not collected yet.
 */
const GROWTH_MAX_MB = 250;
const FORMS = ['json', 'csv', 'ofx'] as const;

test.before(async (t) => {
  t.context.stack = await startStack();
});
test.after.always(async (t) => {
  await t.context.stack?.stop();
});

/** In MiB, as the kernel counts it. */
const residentOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/**
 * A statement read to its end and kept nowhere: what it was, and how large the gateway and the ledger became.
 */
async function read({ gateway, handles }: Stack, key: string, query: string) {
  const response = await fetch(`${gateway}/v1/wallets/statement?${query}`, { headers: { apikey: key } });
  const peak = { gateway: 0, ledger: 0 };
  const hash = createHash('sha256');
  let [bytes, lines, pieces, begin, tail] = [0, 0, 0, '', ''];
  for await (const piece of response.body ?? []) {
    hash.update(piece);
    bytes += piece.length;
    const text = tail + Buffer.from(piece).toString('latin1');
    begin ||= text.slice(0, 200);
    // Each line has its id once, which may lie across two pieces.
    lines += text.split('wt_').length - 1;
    tail = text.slice(-2);
    pieces += 1;
    if (pieces % 200 !== 1) continue;
    for (const service of ['gateway', 'ledger'] as const)
      peak[service] = Math.max(peak[service], residentOf(handles[service][0]?.pid()));
  }
  return { status: response.status, digest: hash.digest('hex'), bytes, lines, begin, peak };
}

test('a statement of a million lines has the memory of one of a few, in every format, and the same bytes each time', async (t) => {
  t.timeout(900_000);
  const { stack } = t.context;
  const [account] = stack.accounts;
  if (account === undefined) throw new Error('an account is seeded');
  const tenant = { accountId: account.accountId as Id<'account'>, livemode: false };
  await plantWallet({
    mongoUrl: servers().mongoUrl,
    namespace: stack.namespace,
    tenant,
    count: LINES,
    from: FROM,
    everyMs: EVERY_MS,
  });
  const day = 'from=2026-03-01&to=2026-03-01';
  const before = [];
  for (const format of FORMS) before.push(await read(stack, account.testKey, `${day}&format=${format}`));
  for (const [nth, format] of FORMS.entries())
    t.is((await read(stack, account.testKey, `${day}&format=${format}`)).digest, before[nth]?.digest ?? '');
  const base = {
    gateway: Math.max(...before.map(({ peak }) => peak.gateway)),
    ledger: Math.max(...before.map(({ peak }) => peak.ledger)),
  };
  for (const format of FORMS) {
    const startedAt = performance.now();
    const { status, bytes, lines, begin, peak } = await read(stack, account.testKey, `${PERIOD}&format=${format}`);
    t.deepEqual([status, lines], [200, LINES]);
    if (format === 'json') t.regex(begin, /"opening_balance":0,"closing_balance":990000000,/);
    const grown = { gateway: peak.gateway - base.gateway, ledger: peak.ledger - base.ledger };
    t.log(
      `${format}: ${LINES} lines, ${Math.round(bytes / 1e6)} MB in ${Math.round((performance.now() - startedAt) / 1_000)} s, gateway ${Math.round(peak.gateway)} MiB (${Math.round(grown.gateway)} more), ledger ${Math.round(peak.ledger)} MiB (${Math.round(grown.ledger)} more)`,
    );
    t.true(grown.gateway < GROWTH_MAX_MB && grown.ledger < GROWTH_MAX_MB, JSON.stringify(grown));
  }
});
