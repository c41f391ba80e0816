import { runPrepare } from '@gx/runtime/mongo';
import { SPEC } from './config.ts';
import { makeRefundIndexes } from './store/refund-model.ts';

await runPrepare('refund', SPEC, makeRefundIndexes);
