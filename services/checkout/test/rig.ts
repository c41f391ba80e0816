import { identitySettings, type TestHost, testHost } from '@gx/testkit';
import { checkoutConfig } from '../src/config.ts';
import { startCheckout } from '../src/service.ts';
import { type ChargeStandIn, chargeStandIn } from './charge-stand-in.ts';

export type PayerPage = { readonly url: string; readonly host: TestHost };
export type CheckoutRig = PayerPage & {
  readonly charge: ChargeStandIn;
  /** Another process of the service; `env` may differ. */
  readonly replica: (env?: Readonly<Record<string, string>>) => Promise<PayerPage>;
  readonly stop: () => Promise<void>;
};

/** The page before a charge service that a test commands. */
export async function startRig(env: Readonly<Record<string, string>> = {}): Promise<CheckoutRig> {
  const charge = await chargeStandIn();
  const pages: PayerPage[] = [];
  const replica: CheckoutRig['replica'] = async (more = {}) => {
    const host = testHost('checkout');
    const config = checkoutConfig({
      ...identitySettings('checkout'),
      PORT: '0',
      CHARGE_ADDRESS: charge.address,
      POLL_EVERY_MS: '50',
      // All payers of a test have one address.
      CONNECTIONS_PER_ADDRESS: '10000',
      ...env,
      ...more,
    });
    const { port } = await startCheckout(host, config);
    const page = { url: `http://127.0.0.1:${port}`, host };
    pages.push(page);
    return page;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(pages.map(({ host }) => host.stop()));
    await charge.stop();
  };
  return { ...(await replica()), charge, replica, stop };
}

/** One request, read to its end. */
export async function get(url: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
