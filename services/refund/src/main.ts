import { runService } from '@gx/runtime';
import { loadConfig } from './config.ts';
import { startRefund } from './service.ts';

await runService('refund', loadConfig, startRefund);
