/**
 * Floods of logins, in a process of their own, so that what they cost is not the measurement's: twenty
 * addresses guess ten times a second each, at another e-mail each time. argv is the gateway. `start` and
 * `stop` come as messages; each flood has addresses of its own, and says at its end what was answered.
 */
import { request } from 'undici';
import type { FloodReport } from './beside-a-flood.ts';
import { serveFloods } from './serve-floods.ts';

const [gateway = ''] = process.argv.slice(2);
const ADDRESSES = 20;
/** More often than that is over the limit of callers without a key. */
const EVERY_MS = 100;
/** If nobody stops it. */
const MOST_MS = 30_000;

let floods = 0;
async function guess(address: string, nth: number): Promise<number> {
  const { statusCode, body } = await request(`${gateway}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email: `guessed-${address}-${nth}@example.com`, password: 'a guess' }),
  });
  await body.dump();
  return statusCode;
}

/** The addresses take turns, evenly. */
function start(): () => Promise<FloodReport> {
  floods += 1;
  const network = `203.0.${floods}`;
  const answers: Promise<number>[] = [];
  const send = (): void => {
    const nth = answers.length;
    answers.push(guess(`${network}.${nth % ADDRESSES}`, nth));
  };
  const timer = setInterval(send, EVERY_MS / ADDRESSES);
  const longest = setTimeout(() => clearInterval(timer), MOST_MS);
  return async () => {
    clearInterval(timer);
    clearTimeout(longest);
    const byStatus = Object.groupBy(await Promise.all(answers), String);
    return Object.fromEntries(Object.entries(byStatus).map(([status, all]) => [status, all?.length ?? 0]));
  };
}

serveFloods(start);
