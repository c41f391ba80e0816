import { runPrepare } from '@gx/runtime';
import { SPEC } from './config.ts';
import { openStores } from './store/open-stores.ts';

await runPrepare('bank-simulator', SPEC, openStores);
