import { runService } from '@gx/runtime';
import { loadConfig } from './config.ts';
import { startPayout } from './service.ts';

await runService('payout', loadConfig, startPayout);
