import { runPrepare } from '@gx/runtime/mongo';
import { SPEC } from './config.ts';
import { makePayoutIndexes } from './store/payout-model.ts';

await runPrepare('payout', SPEC, makePayoutIndexes);
