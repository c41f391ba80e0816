import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { COMPARED } from './age.ts';

const storeOf = (service: string): string => {
  const folder = join(import.meta.dirname, '../../../../services', service, 'src/store');
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
};

test('time passes: every instant that moves is a field that its service stores', (t) => {
  const unknown = Object.entries(COMPARED).flatMap(([service, collections]) => {
    const store = storeOf(service);
    const isStored = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(store);
    return Object.values(collections).flatMap((paths) =>
      paths.flatMap((path) =>
        path
          .split('.')
          .filter((field) => !isStored(field))
          .map((field) => `${service}: ${field}`),
      ),
    );
  });
  t.deepEqual(unknown, []);
});
