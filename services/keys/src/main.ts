import { runService } from '@gx/runtime';
import { loadConfig } from './config.ts';
import { startKeys } from './service.ts';

await runService('keys', loadConfig, startKeys);
