import { connectMongo, replicaRegistry } from '@gx/runtime/mongo';
import { testHost } from '@gx/testkit';
import { walletWriter } from '../src/commands/wallet-writer.ts';
import type { PaymentDetails } from '../src/domain/payment.ts';
import { bookAndAnnounce } from '../src/events/book-and-announce.ts';
import { announcements } from '../src/store/announcements.ts';
import { journalStore } from '../src/store/journal.ts';
import { ledgerModels } from '../src/store/models.ts';
import { wanted } from './rig.ts';

// A process of its own, so that the death is a real one: it credits a payment and is killed where the send
// would be.
const [url = '', db = '', json = '{}'] = process.argv.slice(2);
const details = JSON.parse(json) as PaymentDetails;
const host = testHost('victim');
const models = ledgerModels(await connectMongo({ url, db, log: host.log, name: 'victim' }));
const relay = { publish: () => void process.kill(process.pid, 'SIGKILL') };
// Its clock is behind, so that the sweeper need not wait for what a living process might still do.
const write = walletWriter({
  journal: journalStore(models, replicaRegistry(models.connection, 'victim')),
  now: () => new Date(Date.now() - 60_000),
});
await bookAndAnnounce({ write, announcements: announcements(models, relay), log: host.log })([
  { kind: 'post', ...wanted({ ...details, paidAt: new Date(details.paidAt) }) },
]);
