import test from 'ava';
import { newSecrets } from './secrets.ts';
import { type PlanSpec, planServices } from './service-plan.ts';

const servers = { mongoUrl: 'mongodb://m', kafkaBrokers: 'k:9092', redisUrl: 'redis://r' };
const secrets = newSecrets();
const plan = (spec: Partial<PlanSpec> = {}) => planServices({ servers, secrets, inherited: {}, ...spec });

test('every service is one process, and the local defaults apply', async (t) => {
  const { processes, addresses } = await plan();
  t.deepEqual(processes.map(({ name }) => name).sort(), [
    'bank-simulator',
    'charge',
    'checkout',
    'gateway',
    'keys',
    'ledger',
    'payout',
    'refund',
    'webhooks',
  ]);
  const charge = processes.find(({ service }) => service === 'charge');
  t.like(charge?.env, {
    ENVIRONMENT: 'local',
    RECONCILE_EVERY_SECONDS: '5',
    MONGO_DB: 'gx_charge',
    PROVIDER_CALLBACK_BASE_URL: addresses.bankListener,
    CHECKOUT_BASE_URL: addresses.checkout,
    KEYS_ADDRESS: addresses.grpc.keys,
    LEDGER_ADDRESS: addresses.grpc.ledger,
  });
});

test('webhooks asks charge and payout what their events hide', async (t) => {
  const { processes, addresses } = await plan({ replicas: { charge: 2 } });
  const { charge: CHARGE_ADDRESS, payout: PAYOUT_ADDRESS } = addresses.grpc;
  t.like(processes.find(({ service }) => service === 'webhooks')?.env, { CHARGE_ADDRESS, PAYOUT_ADDRESS });
});

test('checkout asks charge, and is where checkout_url leads', async (t) => {
  const { processes, addresses } = await plan({ replicas: { charge: 2 } });
  const checkout = processes.find(({ service }) => service === 'checkout');
  t.is(checkout?.env['CHARGE_ADDRESS'], addresses.grpc.charge);
  t.is(addresses.checkout, `http://127.0.0.1:${checkout?.env['PORT']}`);
});

test('refund opens what charge encrypted, asks keys, charge and ledger, and the edge knows where it is', async (t) => {
  const { processes, addresses } = await plan({ replicas: { refund: 2 }, namespace: 't1_' });
  const envOf = (name: string) => processes.find((process) => process.name === name)?.env ?? {};
  t.like(envOf('refund'), {
    MONGO_DB: 't1_gx_refund',
    TOPIC_PREFIX: 't1_',
    KEYS_ADDRESS: addresses.grpc.keys,
    CHARGE_ADDRESS: addresses.grpc.charge,
    LEDGER_ADDRESS: addresses.grpc.ledger,
    ENCRYPTION_KEY: secrets.secretsKey,
  });
  t.is(envOf('refund')['ENCRYPTION_KEY'], envOf('charge')['ENCRYPTION_KEY']);
  t.is(
    envOf('gateway')['REFUND_ADDRESS'],
    `127.0.0.1:${envOf('refund')['GRPC_PORT']},127.0.0.1:${envOf('refund-2')['GRPC_PORT']}`,
  );
});

test("the caller's variables win over local defaults, never over the wiring, and overrides win over all", async (t) => {
  const inherited = {
    RECONCILE_EVERY_SECONDS: '60',
    MONGO_URL: 'mongodb://elsewhere',
    PORT: '3000',
    LOG_LEVEL: 'debug',
  };
  const overrides = { charge: { LOG_LEVEL: 'warn' } };
  const { processes } = await plan({ inherited, overrides });
  const charge = processes.find(({ service }) => service === 'charge');
  t.like(charge?.env, { RECONCILE_EVERY_SECONDS: '60', MONGO_URL: 'mongodb://m', LOG_LEVEL: 'warn' });
  const gateway = processes.find(({ service }) => service === 'gateway');
  t.is(gateway?.env['PORT'], String(gateway?.ports.main));
});

test('replicas have ports of their own and are one target for their callers', async (t) => {
  const { processes, addresses } = await plan({ replicas: { charge: 2, gateway: 2 } });
  const charges = processes.filter(({ service }) => service === 'charge');
  t.deepEqual(
    charges.map(({ name }) => name),
    ['charge', 'charge-2'],
  );
  t.is(addresses.grpc.charge, charges.map(({ ports }) => `127.0.0.1:${ports.main}`).join(','));
  t.is(addresses.gateways.length, 2);
  const ports = processes.flatMap((process) => Object.values(process.ports));
  t.is(new Set(ports).size, ports.length);
});

test('one replica can differ from the others', async (t) => {
  const { processes } = await plan({
    replicas: { gateway: 2 },
    processOverrides: { 'gateway-2': { QR_CODE_BASE64: 'off' } },
  });
  const gateways = processes.filter(({ service }) => service === 'gateway');
  t.deepEqual(
    gateways.map(({ env }) => env['QR_CODE_BASE64']),
    [undefined, 'off'],
  );
});

test('a namespace keeps two stacks on the same servers apart', async (t) => {
  const { processes } = await plan({ namespace: 't1_' });
  const charge = processes.find(({ service }) => service === 'charge');
  t.like(charge?.env, { MONGO_DB: 't1_gx_charge', TOPIC_PREFIX: 't1_' });
  t.is(processes.find(({ service }) => service === 'gateway')?.env['REDIS_PREFIX'], 't1_gx:');
});

test('with certificates for it the bank listener is called by https, and each of the two gets its own', async (t) => {
  const bankTls = { gateway: { BANK_TLS_CERT_FILE: 'a' }, simulator: { SIM_CALLBACK_CERTIFICATE_FILE: 'b' } };
  const { processes, addresses } = await plan({ bankTls });
  const envOf = (name: string) => processes.find((process) => process.name === name)?.env ?? {};
  t.is(addresses.bankListener, `https://127.0.0.1:${envOf('gateway')['BANK_PORT']}`);
  t.is(envOf('charge')['PROVIDER_CALLBACK_BASE_URL'], addresses.bankListener);
  t.like(envOf('gateway'), bankTls.gateway);
  t.like(envOf('bank-simulator'), bankTls.simulator);
});
