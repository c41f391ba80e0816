import { runPrepare } from '@gx/runtime/mongo';
import { SPEC } from './config.ts';
import { openStores } from './store/open-stores.ts';

await runPrepare('bank-simulator', SPEC, openStores);
