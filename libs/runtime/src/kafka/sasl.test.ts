import test from 'ava';
import type { KafkaSasl } from './kafka-config.ts';
import type { AuthenticationProviderArgs } from './kafkajs.ts';
import { refusalOf } from './refusal.ts';
import { saslOptions } from './sasl.ts';

const sasl: KafkaSasl = { mechanism: 'plain', username: 'shop=1,ünder', password: 's3cret' };

/** Says who we are to a broker that fails so. */
async function failWith(error: Error, of: Partial<KafkaSasl> = {}): Promise<unknown> {
  const args = {
    host: 'kafka-0',
    port: 9_093,
    saslAuthenticate: () => Promise.reject(error),
  } as unknown as AuthenticationProviderArgs;
  try {
    await saslOptions({ ...sasl, ...of })
      .authenticationProvider(args)
      .authenticate();
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}

const refused = (message: string): Error => Object.assign(new Error(message), { type: 'SASL_AUTHENTICATION_FAILED' });

for (const mechanism of ['plain', 'scram-sha-256', 'scram-sha-512'] as const) {
  test(`the reason of a broker’s refusal is reported without the user and the password that it quotes: ${mechanism}`, async (t) => {
    const error = await failWith(refused('no user shop=1,ünder with s3cret, ask for shop=1,ünder'), { mechanism });
    const says = refusalOf(error) ?? '';
    t.regex(says, new RegExp(`^the broker refuses KAFKA_SASL_USERNAME with KAFKA_SASL_PASSWORD \\(${mechanism}\\): `));
    t.true(says.endsWith('no user … with …, ask for …'), says);
    const { stack = '', cause } = error as Error;
    t.false(/s3cret|ünder/.test(stack));
    t.is(cause, undefined);
  });

  test(`a connection that breaks in between refuses nobody, and is tried again: ${mechanism}`, async (t) => {
    const broken = Object.assign(new Error('Closed connection'), { name: 'KafkaJSConnectionError', retriable: true });
    const error = await failWith(broken, { mechanism });
    t.is(error, broken);
    t.is(refusalOf(error), undefined);
  });
}

test('a reason is found however deep the client has wrapped it; none is made up', (t) => {
  const expired = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' });
  const wrapped = new Error('retries exceeded', { cause: new Error('non retriable', { cause: expired }) });
  t.is(refusalOf(wrapped), 'the broker’s certificate is not good now (CERT_HAS_EXPIRED)');
  const endless: { cause?: unknown } = {};
  endless.cause = endless;
  for (const none of [endless, undefined, null, 'text', new Error('connect ECONNREFUSED')])
    t.is(refusalOf(none), undefined);
});
