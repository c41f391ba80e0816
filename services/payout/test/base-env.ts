import { identitySettings, type TestDatabase } from '@gx/testkit';
import type { StandInLedger } from '@gx/testkit/stand-ins';
import { busSettings } from './bus.ts';
import type { AccountsStandIn, ChargesStandIn } from './stand-ins.ts';

export type PayoutEnv = Readonly<Record<string, string>>;

export const ENCRYPTION_KEY = Buffer.alloc(32, 7);

type Surroundings = {
  readonly database: TestDatabase;
  readonly charges: Pick<ChargesStandIn, 'address'>;
  readonly accounts: Pick<AccountsStandIn, 'address'>;
  readonly ledger: Pick<StandInLedger, 'address'>;
  readonly topicPrefix: string;
  readonly simulatorUrl: string;
};

export const baseEnv = (peers: Surroundings): PayoutEnv => ({
  ENVIRONMENT: 'local',
  GRPC_PORT: '0',
  ...identitySettings('payout'),
  MONGO_URL: peers.database.url,
  MONGO_DB: peers.database.db,
  ...busSettings(peers.topicPrefix),
  CHARGE_ADDRESS: peers.charges.address,
  KEYS_ADDRESS: peers.accounts.address,
  LEDGER_ADDRESS: peers.ledger.address,
  SIMULATOR_URL: peers.simulatorUrl,
  ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
});
