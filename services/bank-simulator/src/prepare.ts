import { runPrepare } from '@gx/runtime/mongo';
import { SPEC } from './config.ts';
import { openStores } from './store/open-stores.ts';

const noQueue = { leaseMs: 0, stored: () => undefined };
await runPrepare('bank-simulator', SPEC, (connection) => openStores(connection, noQueue));
