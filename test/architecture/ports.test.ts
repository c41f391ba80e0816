import { SERVICE_SPEC } from '@gx/runtime';
import test from 'ava';
import { SERVICES } from '../../tools/reference/configuration.ts';

test('where nothing is set no two services serve on the same port; the health port alone is everybody’s', (t) => {
  const taken = Object.entries(SERVICES).flatMap(([service, { SPEC }]) =>
    Object.entries(SPEC).flatMap(([name, { fallback }]) =>
      name.endsWith('PORT') && !Object.hasOwn(SERVICE_SPEC, name) && typeof fallback === 'number' && fallback > 0
        ? [{ fallback, who: `${service} ${name}` }]
        : [],
    ),
  );
  const byPort = Object.groupBy(taken, ({ fallback }) => String(fallback));
  const shared = Object.values(byPort).flatMap((some = []) => (some.length > 1 ? [some.map(({ who }) => who)] : []));
  t.deepEqual(shared, []);
  t.true(taken.length >= 7);
});
