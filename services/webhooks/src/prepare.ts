import { runPrepare } from '@gx/runtime';
import { loadDatabaseConfig } from './config.ts';
import { makeIndexes } from './store/make-indexes.ts';

await runPrepare('webhooks', loadDatabaseConfig, makeIndexes);
