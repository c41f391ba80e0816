import { runPrepare } from '@gx/runtime';
import { loadDatabaseConfig } from './config.ts';
import { makeRefundIndexes } from './store/refund-model.ts';

await runPrepare('refund', loadDatabaseConfig, makeRefundIndexes);
