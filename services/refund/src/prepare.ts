import { makeLimitIndexes, makeOperatorWordIndexes, runPrepare } from '@gx/runtime/mongo';
import { SPEC } from './config.ts';
import { makeRefundIndexes } from './store/refund-model.ts';

await runPrepare('refund', SPEC, async (connection) => {
  await makeRefundIndexes(connection);
  await makeLimitIndexes(connection);
  await makeOperatorWordIndexes(connection);
});
