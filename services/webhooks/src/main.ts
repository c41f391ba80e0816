import { runService } from '@gx/runtime';
import { loadConfig } from './config.ts';
import { startWebhooks } from './service.ts';

await runService('webhooks', loadConfig, (host, config) => startWebhooks(host, config));
