import { runService } from '@gx/runtime';
import { checkoutConfig } from './config.ts';
import { startCheckout } from './service.ts';

await runService('checkout', checkoutConfig, startCheckout);
