import { cents } from '@gx/core';
import test from 'ava';
import { destinationsOf, keyLookupsOf, type PixOutSettings, pixOutProblem } from './pix-out-settings.ts';

const NONE: PixOutSettings = {
  pixOutPath: null,
  pixOutFee: cents(0),
  pixOutDestinations: [],
  keyOwnerPath: null,
  pixOutOneAtATime: false,
  keyLookupsPerMinute: 0,
  keyLookupsAtOnce: 0,
};
const SENDS: PixOutSettings = { ...NONE, pixOutPath: '/gn/pix' };

const refused = test.macro({
  exec: (t, settings: PixOutSettings, param: string | undefined) => t.is(pixOutProblem(settings)?.[0], param),
  title: (rule) => `a profile of Pix-out: ${rule}`,
});
test('a bank without it has none of its settings', refused, NONE, undefined);
test('to keys, by default', refused, SENDS, undefined);
test(
  'everything there is',
  refused,
  {
    ...SENDS,
    pixOutDestinations: ['br_code', 'bank_account', 'key'],
    keyOwnerPath: '/gn/chaves/titular',
    pixOutOneAtATime: true,
    keyLookupsPerMinute: 100_000,
    keyLookupsAtOnce: 100_000,
  },
  undefined,
);
test(
  'an unknown destination is refused',
  refused,
  { ...SENDS, pixOutDestinations: ['key', 'cheque'] },
  'pix_out_destinations',
);
test(
  'a destination named twice is refused',
  refused,
  { ...SENDS, pixOutDestinations: ['key', 'key'] },
  'pix_out_destinations',
);
test(
  'more look-ups than any directory allows are refused',
  refused,
  { ...SENDS, keyLookupsPerMinute: 100_001 },
  'key_lookups_per_minute',
);
test('and at once', refused, { ...SENDS, keyLookupsAtOnce: 100_001 }, 'key_lookups_at_once');
test(
  'destinations of a bank that sends none are refused',
  refused,
  { ...NONE, pixOutDestinations: ['key'] },
  'pix_out_destinations',
);
test('owners of keys without Pix-out are refused', refused, { ...NONE, keyOwnerPath: '/x' }, 'key_owner_path');
test('one at a time of none is refused', refused, { ...NONE, pixOutOneAtATime: true }, 'pix_out_one_at_a_time');

test('a profile of before sends to keys, one without a path to nobody', (t) => {
  t.deepEqual(destinationsOf({ pixOutPath: '/gn/pix' }), ['key']);
  t.deepEqual(destinationsOf({ pixOutPath: null }), []);
  t.deepEqual(destinationsOf({ pixOutPath: '/gn/pix', pixOutDestinations: ['br_code'] }), ['br_code']);
});

test('look-ups that a profile does not limit are limited as usual', (t) => {
  t.deepEqual(keyLookupsOf({}), { perMinute: 20, atOnce: 100 });
  t.deepEqual(keyLookupsOf({ keyLookupsPerMinute: 0, keyLookupsAtOnce: 0 }), { perMinute: 20, atOnce: 100 });
  t.deepEqual(keyLookupsOf({ keyLookupsPerMinute: 7, keyLookupsAtOnce: 9 }), { perMinute: 7, atOnce: 9 });
});
