import { runService } from '@gx/runtime';
import { gatewayConfig } from './config.ts';
import { startGateway } from './service.ts';

await runService('gateway', gatewayConfig, startGateway);
