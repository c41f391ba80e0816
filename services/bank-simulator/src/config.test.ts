import { ConfigError } from '@gx/runtime';
import test from 'ava';
import { loadConfig } from './config.ts';

const client = {
  clientId: 'a',
  clientSecret: '12345678',
  pixKey: 'k',
  name: 'Loja',
  city: 'Recife',
  taxId: '11222333000181',
};
const env = { ENVIRONMENT: 'local', MONGO_URL: 'mongodb://x', SIM_CLIENTS: JSON.stringify([client]) };

test('a production environment gets no simulated bank unless it says so', (t) => {
  t.throws(() => loadConfig({ ...env, ENVIRONMENT: 'production' }), {
    instanceOf: ConfigError,
    message: /ALLOW_SIMULATOR/,
  });
  t.throws(() => loadConfig({ MONGO_URL: 'mongodb://x' }), { instanceOf: ConfigError });
  t.notThrows(() => loadConfig({ ...env, ENVIRONMENT: 'production', ALLOW_SIMULATOR: 'true' }));
});

test('listens on loopback unless set otherwise, and exports no spans', (t) => {
  const config = loadConfig({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' });
  t.is(config.HOST, '127.0.0.1');
  t.is(config.OTEL_EXPORTER_OTLP_ENDPOINT, undefined);
  t.is(config.SIM_CLIENTS[0]?.scopes.length, 8);
});

test('clients and host are checked before anything starts', (t) => {
  for (const SIM_CLIENTS of ['{', '{}', '[{"clientId":"a"}]'])
    t.throws(() => loadConfig({ ...env, SIM_CLIENTS }), { message: /SIM_CLIENTS must be/ });
  t.throws(() => loadConfig({ ...env, SIM_LOCATION_HOST: 'x'.repeat(39) }), { message: /SIM_LOCATION_HOST must be/ });
});
