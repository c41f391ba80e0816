import { runService } from '@gx/runtime';
import { loadConfig } from './config.ts';
import { startLedger } from './service.ts';

await runService('ledger', loadConfig, startLedger);
