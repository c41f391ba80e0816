import { connectMongo, replicaRegistry } from '@gx/runtime/mongo';
import { testHost } from '@gx/testkit';
import type { PaymentDetails } from '../src/domain/payment.ts';
import { journalStore } from '../src/store/journal.ts';
import { ledgerModels } from '../src/store/models.ts';
import { wanted } from './rig.ts';

// A process of its own, so that the death is a real one: it is killed when its commit would leave.
const [url = '', db = '', json = '{}'] = process.argv.slice(2);
const details = JSON.parse(json) as PaymentDetails;
const host = testHost('victim');
const models = ledgerModels(await connectMongo({ url, db, log: host.log, name: 'victim' }));
models.connection.getClient().on('commandStarted', ({ commandName }) => {
  if (commandName === 'commitTransaction') process.kill(process.pid, 'SIGKILL');
});
const { draft, traceparent } = wanted({ ...details, paidAt: new Date(details.paidAt) });
await journalStore(models, replicaRegistry(models.connection, 'victim')).write(
  [{ key: draft, writes: [{ kind: 'post', draft, traceparent }] }],
  host.now(),
);
