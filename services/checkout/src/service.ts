import { type Host, LocalWindows } from '@gx/runtime';
import { connectGrpc } from '@gx/runtime/grpc';
import { connectCharge } from './charge-client.ts';
import type { CheckoutConfig } from './config.ts';
import { checkoutApp } from './http/app.ts';
import { listen } from './http/http-server.ts';
import { lookUps } from './live/look-ups.ts';
import { openPages } from './live/open-pages.ts';
import { watchCharges } from './live/watch-charges.ts';

/** A charge is paid once: what comes after that is somebody who presses again. */
const TEST_PAYMENTS_PER_CHARGE_PER_MINUTE = 10;

/** Starts the page. It holds no state but who has it open, so any number may run. */
export async function startCheckout(host: Host, config: CheckoutConfig): Promise<{ port: number }> {
  const charge = connectCharge(host, connectGrpc(host, 'checkout', config), config.CHARGE_ADDRESS);
  const { look, lookAtAll } = lookUps(charge);
  const watch = watchCharges(host, { lookAtAll, everyMs: config.POLL_EVERY_MS });
  const pages = openPages({
    watch,
    now: host.now,
    max: config.STREAMS_MAX,
    perAddress: config.STREAMS_PER_ADDRESS,
    log: host.log,
  });
  const windows = new LocalWindows(() => performance.now() / 1_000);
  const testPayments = new LocalWindows(() => performance.now() / 1_000);
  const app = checkoutApp(host, {
    charge,
    look,
    pages,
    admitTestPayment: (id) => testPayments.consume(id, TEST_PAYMENTS_PER_CHARGE_PER_MINUTE),
    admit: (address) => windows.consume(address, config.REQUESTS_PER_ADDRESS_PER_MINUTE),
    trustedProxies: config.TRUSTED_PROXIES,
  });
  const { port } = await listen(host, app, {
    port: config.PORT,
    connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
    trustedProxies: config.TRUSTED_PROXIES,
    beforeClose: pages.endAll,
  });
  host.log.info({ port }, 'listening');
  return { port };
}
