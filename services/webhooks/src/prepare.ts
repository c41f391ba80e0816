import { runPrepare } from '@gx/runtime/mongo';
import { SPEC } from './config.ts';
import { makeIndexes } from './store/make-indexes.ts';

await runPrepare('webhooks', SPEC, makeIndexes);
