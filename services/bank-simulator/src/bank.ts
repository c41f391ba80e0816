import type { Logger } from '@gx/runtime';
import type { BankSimulatorConfig } from './config.ts';
import type { PayloadSigner } from './queries/show-location.ts';
import type { SimulatorLog } from './request-log.ts';
import type { BooksStore } from './store/books.ts';
import type { CallbackStore } from './store/callbacks.ts';
import type { ClientStore } from './store/clients.ts';
import type { CobStore } from './store/cobs.ts';
import type { OrderStore } from './store/orders.ts';
import type { PixStore } from './store/pix.ts';
import type { PixOutStore } from './store/pix-out.ts';
import type { ScenarioStore } from './store/scenarios.ts';
import type { TokenStore } from './store/tokens.ts';
import type { WebhookStore } from './store/webhooks.ts';

/** Everything the routes are made from. */
export type SimulatedBank = {
  readonly config: BankSimulatorConfig;
  readonly log: Logger;
  readonly now: () => Date;
  readonly cobs: CobStore;
  readonly pix: PixStore;
  readonly pixOut: PixOutStore;
  readonly orders: OrderStore;
  readonly clients: ClientStore;
  readonly tokens: TokenStore;
  readonly webhooks: WebhookStore;
  readonly callbacks: CallbackStore;
  readonly scenarios: ScenarioStore;
  readonly books: BooksStore;
  readonly signer: PayloadSigner;
  readonly seen: SimulatorLog;
  readonly locationHost: string;
  readonly tokenSeconds: number;
  /** Tells the timer of money that some is under way. */
  readonly triggerMoney: () => void;
  /** Tells the timer of orders and their refunds that one is due. */
  readonly triggerOrders: () => void;
};
