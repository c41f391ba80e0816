import type { OpenPersonalDataRequest } from '@gx/contracts/charge';
import { InvariantViolation, newId, unavailable } from '@gx/core';
import test from 'ava';
import { storedBody } from '../domain/stored-body.ts';
import { bodyOpener } from './persons.ts';

const tenant = { accountId: newId('account'), livemode: true };
const bodyOf = (name: string | null): string => JSON.stringify({ data: { object: { customer: { name } } } });
const hiding = (keyId: string): string =>
  storedBody({ body: bodyOf(null), hidden: { heldBy: 'charge', keyId, ciphertext: 'c' } });
type Items = OpenPersonalDataRequest['items'];

/** Charge, to which every key is the name of its person; `fails` says of which calls nothing comes. */
function chargeWhere(fails: (keys: readonly string[]) => Error | undefined = () => undefined) {
  const calls: Items[] = [];
  const openPersonalData = async (_call: unknown, { items }: { readonly items: Items }) => {
    calls.push(items);
    const keys = items.map(({ personalData }) => personalData?.keyId ?? '');
    const failure = fails(keys);
    if (failure !== undefined) throw failure;
    return {
      items: keys.map((key) => ({
        erased: key === 'erased',
        values: key === 'erased' ? {} : { 'customer.name': key },
      })),
    };
  };
  const nobody = () => Promise.reject(new Error('another one has the key'));
  const openers = { charge: { openPersonalData }, payout: { openPersonalData: nobody } };
  return { calls, openers: openers as unknown as Parameters<typeof bodyOpener>[0] };
}

test('what is to be opened at one moment is one call for its tenants, 500 at most; a body that hides nothing is none', async (t) => {
  const { calls, openers } = chargeWhere();
  const open = bodyOpener(openers);
  t.is(await open(tenant, bodyOf('Ana')), bodyOf('Ana'));
  t.deepEqual(calls, []);
  const keys = Array.from({ length: 501 }, (_, nth) => `key ${nth}`);
  t.deepEqual(await Promise.all(keys.map((key) => open(tenant, hiding(key)))), keys.map(bodyOf));
  t.deepEqual(
    calls.map(({ length }) => length),
    [500, 1],
  );
  t.deepEqual(calls[1], [{ tenant, personalData: { keyId: 'key 500', ciphertext: 'c', fields: [] } }]);
  t.is(await open(tenant, hiding('erased')), bodyOf(null));
});

test('one that does not open holds up none that is opened with it', async (t) => {
  const { openers } = chargeWhere((keys) => (keys.includes('bad') ? new InvariantViolation('bad') : undefined));
  const open = bodyOpener(openers);
  const [ana, bad, eva] = await Promise.allSettled(['Ana', 'bad', 'Eva'].map((key) => open(tenant, hiding(key))));
  t.like(ana, { value: bodyOf('Ana') });
  t.like(eva, { value: bodyOf('Eva') });
  t.like(bad, { reason: { message: 'bad' } });
});

test('while charge is away it is called once for all of them, and each is refused', async (t) => {
  const { calls, openers } = chargeWhere(() => unavailable('away'));
  const open = bodyOpener(openers);
  const all = await Promise.allSettled(['Ana', 'Eva'].map((key) => open(tenant, hiding(key))));
  for (const one of all) t.like(one, { reason: { code: 'service_unavailable', cause: { message: 'away' } } });
  t.is(calls.length, 1);
});

test('what payout hides is opened by payout, whatever charge does, and put where its text was', async (t) => {
  const { openers } = chargeWhere(() => unavailable('away'));
  const payout = {
    openPersonalData: async () => ({ items: [{ erased: false, values: { description: 'Rent' } }] }),
  } as unknown as typeof openers.payout;
  const open = bodyOpener({ ...openers, payout });
  const body = (description: string | null): string => JSON.stringify({ data: { object: { description } } });
  const stored = storedBody({ body: body(null), hidden: { heldBy: 'payout', keyId: 'key', ciphertext: 'c' } });
  t.is(await open(tenant, stored), body('Rent'));
});
