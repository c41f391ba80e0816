/**
 * Loaded before everything else (`--import`) by the tests that are to notice a flip: gives the module of the
 * table with one row changed.
 */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { flipped } from './mutant.ts';

type Mutation = {
  readonly url: string;
  readonly name: string;
  readonly find: string;
  readonly put: string;
  readonly seen: string;
};

const planted = process.env['FLIP_PLANTED'];
if (planted !== undefined) {
  const mutant = JSON.parse(planted) as Mutation;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url.split('?')[0] !== mutant.url) return loaded;
      appendFileSync(mutant.seen, '.');
      const { source } = loaded;
      const text = typeof source === 'string' ? source : new TextDecoder().decode(source ?? undefined);
      return { ...loaded, source: flipped(text, mutant) };
    },
  });
}
