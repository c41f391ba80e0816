/**
 * Floods of keys that nobody has, in a process of their own: a thousand a minute from twenty addresses, each
 * key another. argv is the gateway. `start` and `stop` come as messages; a flood says at its end what was
 * answered.
 */
import { randomBytes } from 'node:crypto';
import { request } from 'undici';
import type { FloodReport } from './beside-a-flood.ts';
import { serveFloods } from './serve-floods.ts';

const [gateway = ''] = process.argv.slice(2);
const ADDRESSES = 20;
const EVERY_MS = 60;
/** If nobody stops it. */
const MOST_MS = 30_000;

async function guess(nth: number): Promise<string> {
  const { statusCode, body } = await request(`${gateway}/v1/charges`, {
    headers: {
      apikey: `gx_live_${randomBytes(16).toString('hex')}`,
      'x-forwarded-for': `203.0.113.${nth % ADDRESSES}`,
    },
  });
  await body.dump();
  return String(statusCode);
}

function start(): () => Promise<FloodReport> {
  const answers: Promise<string>[] = [];
  const timer = setInterval(() => answers.push(guess(answers.length)), EVERY_MS);
  const longest = setTimeout(() => clearInterval(timer), MOST_MS);
  return async () => {
    clearInterval(timer);
    clearTimeout(longest);
    const byStatus = Object.groupBy(await Promise.all(answers), (status) => status);
    return Object.fromEntries(Object.entries(byStatus).map(([status, all]) => [status, all?.length ?? 0]));
  };
}

serveFloods(start);
