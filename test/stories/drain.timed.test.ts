import { until } from '@gx/testkit';
import anyTest, { type TestFn } from 'ava';
import { merchant } from './merchant.ts';
import { type Stack, startStack } from './stack.ts';
import { startLoad } from './steady-load.ts';

const test = anyTest as TestFn<{ stack: Stack }>;
/** The load creates as many charges as fit, and each is looked at afterwards, all with one key. */
const NO_LIMIT = { RATE_LIMIT_TEST_PER_MINUTE: '1000000' };
const SERVICES = ['keys', 'ledger', 'charge', 'refund', 'webhooks', 'gateway'] as const;

test.before(async (t) => {
  const replicas = Object.fromEntries(SERVICES.map((service) => [service, 2]));
  t.context.stack = await startStack({ replicas, env: { DRAIN_DELAY_MS: '1000' }, overrides: { gateway: NO_LIMIT } });
});
test.after.always(async (t) => {
  await t.context.stack?.stop();
});

/** What the services logged of requests that failed. */
function linesAbout({ lines }: Stack, failures: readonly string[]): string[] {
  const ids = failures.flatMap((failure) => /"request_id":"([^"]+)"/.exec(failure)?.[1] ?? []);
  return lines.filter((line) => ids.some((id) => line.includes(id)));
}

test.serial(
  'SIGTERM of each service in turn under load, two replicas: no failed request, every charge paid and in the wallet',
  async (t) => {
    const { stack } = t.context;
    // The second gateway stays: an ingress takes a draining gateway out, a test's client cannot.
    const shop = merchant(stack.gateways[1] ?? '', stack.accounts[0]?.testKey ?? '');
    const load = startLoad([shop], { clients: 4, pay: true });
    for (const service of SERVICES) {
      const before = load.created.length;
      await until('requests flow', () => load.created.length > before + 5);
      const [handle] = stack.handles[service];
      handle?.signal('SIGTERM');
      await until(`${service} has stopped`, () => handle?.isRunning() === false, { timeoutMs: 30_000 });
      const during = load.created.length;
      await until('requests flow without it', () => load.created.length > during + 5);
      await handle?.start();
    }
    await load.stop();
    t.deepEqual(load.failures, [], linesAbout(stack, load.failures).join('\n'));
    const total = load.created.length;
    t.true(total > 50, `${total} charges`);
    for (const { id } of load.created) await shop.untilStatus(id, 'paid', 30_000);
    t.is((await shop.balance())['available'], total * (1_000 - 10 - 10));
    t.log(
      `${total} charges created and paid while each of ${SERVICES.length} services was stopped once, 0 failed requests`,
    );
  },
);

test.serial(
  'a gateway that drains answers what it has, says Connection: close, and turns readiness off at once',
  async (t) => {
    const { stack } = t.context;
    const shop = merchant(stack.gateways[0] ?? '', stack.accounts[1]?.testKey ?? '');
    const [gateway] = stack.handles.gateway;
    const ready = async () => (await fetch(`${stack.health['gateway']}/readyz`)).status;
    t.is(await ready(), 200);
    gateway?.signal('SIGTERM');
    await until('readiness is off', async () => (await ready()) === 503);
    const answer = await shop.send('GET', '/v1/wallets');
    t.is(answer.status, 200);
    await until('it has stopped', () => gateway?.isRunning() === false, { timeoutMs: 30_000 });
    await gateway?.start();
  },
);
