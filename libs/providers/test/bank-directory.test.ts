import { Refusal } from '@gx/core';
import { testHost } from '@gx/testkit';
import test from 'ava';
import { bankDirectory } from '../src/index.ts';

type Profile = {
  readonly id: string;
  readonly livemode: boolean;
  readonly version: number;
  readonly hasOrders?: boolean;
  readonly retired?: boolean;
  readonly secret: 'opens' | 'does not open';
};

/** A directory over profiles that the test replaces, the one that was set last first. */
function rig(...first: readonly Profile[]) {
  let profiles: readonly Profile[] = first;
  const closed: string[] = [];
  const host = testHost('charge');
  const directory = bankDirectory({
    host,
    load: async () => profiles,
    listedAs: ({ id, livemode, hasOrders = false, retired = false }: Profile) => ({ id, livemode, hasOrders, retired }),
    open: ({ id, version, secret }, known: Bank | undefined): Bank => {
      if (known?.version === version) return known;
      if (secret !== 'opens') throw new Error('no key');
      return { id, version, close: async () => closed.push(`${id} ${version}`) };
    },
  });
  const set = (...next: readonly Profile[]): void => {
    profiles = next;
  };
  return { directory, host, closed, set };
}
type Bank = { readonly id: string; readonly version: number; readonly close: () => Promise<unknown> };

const OPEN = { livemode: true, version: 1, secret: 'opens' } as const;
const SHUT = { ...OPEN, secret: 'does not open' } as const;
const isUnavailable = { instanceOf: Refusal, code: 'service_unavailable' } as const;

test('a profile that cannot be opened is refused for itself, and the one set before it takes no charges in its place', async (t) => {
  const { directory, host } = rig(
    { ...SHUT, id: 'new', hasOrders: true },
    { ...OPEN, id: 'old', hasOrders: true },
    { ...OPEN, id: 'test', livemode: false },
  );
  t.teardown(host.stop);
  await t.throwsAsync(directory.forPix(true), isUnavailable);
  await t.throwsAsync(directory.forOrders(true), isUnavailable);
  await t.throwsAsync(directory.byId('new'), isUnavailable);
  t.is((await directory.forPix(false))?.id, 'test');
  t.is((await directory.byId('old'))?.id, 'old');
});

test('a retired profile takes no new charges and is there for what began at it; the next one takes them', async (t) => {
  const retired = { ...OPEN, hasOrders: true, retired: true };
  const { directory, host, set } = rig(
    { ...retired, id: 'new' },
    { ...OPEN, id: 'pix' },
    { ...OPEN, id: 'old', hasOrders: true },
  );
  t.teardown(host.stop);
  const takers = async () => [(await directory.forPix(true))?.id, (await directory.forOrders(true))?.id];
  t.deepEqual(await takers(), ['pix', 'old']);
  t.is((await directory.byId('new'))?.id, 'new');
  t.is((await directory.ifUsable('new'))?.id, 'new');
  t.is((await directory.usable()).length, 3);
  t.is((await directory.listed()).length, 3);
  set({ ...retired, id: 'new' });
  await directory.refresh();
  t.deepEqual(await takers(), [undefined, undefined]);
  set({ ...OPEN, hasOrders: true, id: 'new' });
  t.deepEqual(await takers(), ['new', 'new'], 'looked up at once where nobody was left');
});

test('a retired profile that cannot be opened is passed over; the one in use that cannot be is refused still', async (t) => {
  const { directory, host } = rig(
    { ...SHUT, id: 'retired', retired: true },
    { ...SHUT, id: 'used' },
    { ...OPEN, id: 'old' },
  );
  t.teardown(host.stop);
  await t.throwsAsync(directory.forPix(true), isUnavailable);
  await t.throwsAsync(directory.byId('retired'), isUnavailable);
});

test('work on other banks goes on beside it, and what is only listed is listed whole', async (t) => {
  const { directory, host } = rig({ ...SHUT, id: 'shut' }, { ...OPEN, id: 'open' });
  t.teardown(host.stop);
  t.is(await directory.ifUsable('shut'), undefined);
  t.is((await directory.ifUsable('open'))?.id, 'open');
  t.deepEqual(
    (await directory.usable()).map(({ id }) => id),
    ['open'],
  );
  t.deepEqual(
    (await directory.listed()).map(({ id }) => id),
    ['shut', 'open'],
  );
});

test('it is logged once by name, and used as soon as it opens', async (t) => {
  const { directory, host, set } = rig({ ...SHUT, id: 'bank' });
  t.teardown(host.stop);
  for (const _ of [1, 2, 3]) await directory.refresh();
  const logged = host.lines.filter((line) => line.includes('cannot be used'));
  t.is(logged.length, 1);
  t.is(JSON.parse(logged[0] ?? '').bank_profile, 'bank');
  set({ ...OPEN, id: 'bank', version: 2 });
  await directory.refresh();
  t.is((await directory.byId('bank'))?.version, 2);
});

test('a profile that was replaced by one that does not open is not called under its old credentials', async (t) => {
  const { directory, host, set } = rig({ ...OPEN, id: 'bank' });
  t.teardown(host.stop);
  t.is((await directory.byId('bank'))?.version, 1);
  set({ ...SHUT, id: 'bank', version: 2 });
  await directory.refresh();
  await t.throwsAsync(directory.byId('bank'), isUnavailable);
});

test('a bank stays open as long as its profile stays as it is', async (t) => {
  const { directory, host, closed } = rig({ ...OPEN, id: 'bank' });
  const before = await directory.byId('bank');
  await directory.refresh();
  t.is(await directory.byId('bank'), before);
  t.deepEqual(closed, []);
  await host.stop();
  t.deepEqual(closed, ['bank 1']);
});
