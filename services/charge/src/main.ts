import { runService } from '@gx/runtime';
import { loadConfig } from './config.ts';
import { startCharge } from './service.ts';

await runService('charge', loadConfig, startCharge);
