import { runPrepare } from '@gx/runtime';
import { loadDatabaseConfig } from './config.ts';
import { openStores } from './store/open-stores.ts';

await runPrepare('bank-simulator', loadDatabaseConfig, openStores);
