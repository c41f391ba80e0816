import type { BankProfile } from '@gx/contracts/charge';
import { newCipher } from '@gx/runtime';
import { authority, openBankProxy, until } from '@gx/testkit';
import test from 'ava';
import { booksOf } from './at-bank.ts';
import { arrives, due, ENCRYPTION_KEY, event, PIX_OUT_FEE, paid, profileOf, refunded, startRig } from './rig.ts';

const rig = await startRig({ BANK_CALL_MS: '1500', BANK_MS: '5000', POLL_TIME_SCALE: '0.1' });
const ca = authority('Banco de Teste');
const us = ca.issue('us', { hours: 24 });
const door = await openBankProxy(rig.simulator.url, ca.cert);
test.after.always('everything stops', async () => {
  await rig.stop();
  await door.stop();
});

const plain = (id: string): BankProfile => ({
  ...profileOf(id, rig.bank, door.url, '/gn/pix'),
  bankAuthority: door.bank.cert,
});
const shown = (profile: BankProfile): BankProfile => ({
  ...profile,
  certificate: us.cert,
  certificateKey: newCipher(ENCRYPTION_KEY).encrypt(us.key),
  version: profile.version + 1,
});

test.serial(
  'money goes back through a bank that demands a certificate: as a devolution and as a Pix out',
  async (t) => {
    rig.charges.profiles.push(shown(plain('mutual')));
    const it = await paid(rig, { profileId: 'mutual' });
    const { id } = await refunded(rig, it, { amount: 400, strategy: 'DEVOLUTION' });
    await event(rig, id, 'refund.progressed', 'REFUNDED');
    t.like((await booksOf(rig, it.endToEndId)).devolutions, [{ amount: 400, status: 'DEVOLVIDO' }]);
    const other = await paid(rig, { profileId: 'mutual' });
    const sent = await refunded(rig, other, { amount: 300 + PIX_OUT_FEE, destinationKey: 'ana@example.com' });
    await event(rig, sent.id, 'refund.progressed', 'REFUNDED');
    t.deepEqual(new Set(door.admitted), new Set(['us']));
  },
);

test.serial(
  'without one nothing is sent; once charge has the certificate the refund is done, without a restart',
  async (t) => {
    const bare = plain('late');
    rig.charges.profiles.push(bare);
    const it = await paid(rig, { profileId: 'late' });
    const before = door.refused();
    const { id, status } = await refunded(rig, it, { amount: 400, strategy: 'DEVOLUTION' });
    t.is(status, 'PENDING');
    await until(
      'it was turned away',
      async () => {
        await due(rig, id);
        return door.refused() > before;
      },
      { timeoutMs: 60_000, everyMs: 100 },
    );
    t.deepEqual((await booksOf(rig, it.endToEndId)).devolutions, []);
    rig.charges.profiles.splice(rig.charges.profiles.indexOf(bare), 1, shown(bare));
    await arrives(rig, id, 'REFUNDED');
    t.like((await booksOf(rig, it.endToEndId)).devolutions, [{ amount: 400, status: 'DEVOLVIDO' }]);
    const key = us.key.split('\n')[1] ?? '';
    t.true(key.length > 20);
    t.false(rig.lines().join().includes(key), 'the key is in no log');
  },
);
