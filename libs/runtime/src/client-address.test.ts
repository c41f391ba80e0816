import test from 'ava';
import { clientAddress } from './client-address.ts';

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
