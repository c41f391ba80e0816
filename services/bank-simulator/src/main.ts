import { runService } from '@gx/runtime';
import { loadConfig } from './config.ts';
import { startBankSimulator } from './service.ts';

await runService('bank-simulator', loadConfig, startBankSimulator);
