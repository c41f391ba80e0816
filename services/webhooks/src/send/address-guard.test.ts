import test from 'ava';
import { addressGuard } from './address-guard.ts';

const strict = addressGuard({});
const judges = test.macro({
  exec(t, address: string, allowed: boolean) {
    t.is(strict.allows(address), allowed);
  },
  title: (kind, address, allowed) => `${kind} ${address} is ${allowed ? 'allowed' : 'refused'}`,
});

for (const address of ['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1'])
  test('public', judges, address, true);
for (const address of ['2606:4700:4700::1111', '2a00:1450:4001:80e::200e']) test('public', judges, address, true);

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'link-local': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  CGNAT: ['100.64.0.1', '100.127.255.255'],
  'unique local': ['fc00::1', 'fd00:ec2::254'],
  'site local': ['fec0::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  broadcast: ['255.255.255.255'],
  reserved: ['240.0.0.1', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '2001:db8::1'],
  'v4-mapped': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1'],
  'v4-compatible': ['::127.0.0.1', '::7f00:1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b:1::a00:1'],
  '6to4': ['2002:7f00:1::'],
  Teredo: ['2001:0:7f00:1::'],
  discard: ['100::1'],
  'the platform’s own': ['168.63.129.16'],
  'not an address': ['localhost', '127.1', '0x7f.1', ''],
};
for (const [kind, addresses] of Object.entries(REFUSED))
  for (const address of addresses) test(kind, judges, address, false);

test('only what the operator names is excepted', (t) => {
  const guard = addressGuard({ allowed: ['127.0.0.1/32', 'fd00::/8'] });
  t.true(guard.allows('127.0.0.1'));
  t.true(guard.allows('fd12::1'));
  for (const address of ['127.0.0.2', '10.0.0.1', '::1', '::ffff:127.0.0.1']) t.false(guard.allows(address), address);
  t.true(guard.allows('8.8.8.8'));
  t.false(guard.allowsPrivate('8.8.8.8'));
});
