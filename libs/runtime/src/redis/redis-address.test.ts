import test from 'ava';
import { redisAddress } from './redis-address.ts';

const A = { host: 'a', port: 6_379 };

test('a URL names one server, the nodes of a Cluster, or Sentinels and the name of their master', (t) => {
  const server = { kind: 'server', tls: false, node: A, database: 0 } as const;
  t.deepEqual(redisAddress('redis://a'), server);
  t.deepEqual(redisAddress('redis://a:7000/2'), { ...server, node: { host: 'a', port: 7_000 }, database: 2 });
  t.deepEqual(redisAddress('rediss://u:p%40:q@a/'), { ...server, tls: true, username: 'u', password: 'p@:q' });
  t.deepEqual(redisAddress('redis://:p@[::1]:7'), { ...server, node: { host: '::1', port: 7 }, password: 'p' });
  t.deepEqual(redisAddress('rediss-cluster://:p@a,b:7'), {
    kind: 'cluster',
    tls: true,
    nodes: [A, { host: 'b', port: 7 }],
    password: 'p',
  });
  t.deepEqual(redisAddress('redis-sentinel://a,b:7/pix'), {
    kind: 'sentinel',
    tls: false,
    sentinels: [
      { host: 'a', port: 26_379 },
      { host: 'b', port: 7 },
    ],
    master: 'pix',
  });
});

for (const url of [
  '',
  'a:6379',
  'http://a',
  'redis://',
  'redis://a,b',
  'redis://a/x',
  'redis://a:123456',
  'redis://a:70000',
  'redis-cluster://a/0',
  'redis-cluster://a,',
  'redis-sentinel://a',
  'redis://:hunter2@a:x',
  'redis://:hunter2%@a',
]) {
  test(`${JSON.stringify(url)} says nowhere: it is refused, and nothing of it is repeated`, (t) => {
    const refused = redisAddress(url);
    if (!(refused instanceof Error)) return t.fail(JSON.stringify(refused));
    t.regex(refused.message, /^must be redis:\/\/host:port, /);
    t.false(refused.message.includes('hunter2'));
  });
}
