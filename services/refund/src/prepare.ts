import { runPrepare } from '@gx/runtime';
import { SPEC } from './config.ts';
import { makeRefundIndexes } from './store/refund-model.ts';

await runPrepare('refund', SPEC, makeRefundIndexes);
