import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { COMPARED } from './age.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const sourcesOf = (folder: string): string =>
  readdirSync(join(ROOT, folder))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'))
    .join('\n');
/** Of leases all services have the same one. */
const storeOf = (service: string, collection: string): string =>
  sourcesOf(collection === 'leases' ? 'libs/runtime/src/mongo' : `services/${service}/src/store`);

test('time passes: every instant that moves is a field that its service stores', (t) => {
  const unknown = Object.entries(COMPARED).flatMap(([service, collections]) => {
    return Object.entries(collections).flatMap(([collection, paths]) => {
      const store = storeOf(service, collection);
      const isStored = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(store);
      return paths.flatMap((path) =>
        path
          .split('.')
          .filter((field) => !isStored(field))
          .map((field) => `${service}: ${field}`),
      );
    });
  });
  t.deepEqual(unknown, []);
});
