import test from 'ava';
import { clientAddress, trustOf } from './client-address.ts';

const counts = test.macro({
  exec(t, ip: string | undefined, expected: string) {
    t.is(clientAddress({ ip }), expected);
  },
  title: (rule) => `a limit per client counts ${rule}`,
});

test('an IPv4 address', counts, '203.0.113.9', '203.0.113.9');
test('a mapped IPv4 address as IPv4', counts, '::ffff:203.0.113.9', '203.0.113.9');
test('a whole /64 as one client', counts, '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64');
test('a shortened IPv6 address', counts, '2001:db8::1', '2001:db8:0:0::/64');
test('the loopback address', counts, '::1', '0:0:0:0::/64');
test('a closed socket as unknown', counts, undefined, 'unknown');
test('an IPv4 address without the port that some proxies write', counts, '203.0.113.9:51234', '203.0.113.9');
test('a mapped IPv4 address without its port', counts, '[::ffff:203.0.113.9]:51234', '203.0.113.9');
test('an IPv6 address without brackets and port', counts, '[2001:db8:1:2::3]:51234', '2001:db8:1:2::/64');
test('an IPv6 address without brackets', counts, '[2001:db8:1:2::3]', '2001:db8:1:2::/64');

test('a proxy is trusted by its address, whatever port is written beside it, and nobody else is', (t) => {
  const trusts = trustOf(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32']);
  for (const proxy of ['127.0.0.1', '10.1.2.3', '10.1.2.3:443', '::ffff:10.1.2.3', '2001:db8::1', '[2001:db8::1]:443'])
    t.true(trusts(proxy), proxy);
  for (const other of [
    '127.0.0.2',
    '11.0.0.1:443',
    '::ffff:11.0.0.1',
    '2001:db9::1',
    '::1',
    'unknown',
    '',
    '10.1.2.3.4',
    'x10.1.2.3',
  ])
    t.false(trusts(other), other);
  t.false(trustOf([])('127.0.0.1'));
});
