import { identitySpec, readConfig } from '@gx/runtime';
import { testHost } from '@gx/testkit';
import mongoose from 'mongoose';
import { startLedger } from '../src/service.ts';
import { replicaConfig } from './rig.ts';

// A replica in a process of its own that stops itself (SIGSTOP) when it is about to send a command for the
// n-th time: with a head in its hands that will be old when it wakes up, or with everything written but the
// commit.
const [url = '', db = '', topicPrefix = '', chargeAddress = '', command = '', nth = '1'] = process.argv.slice(2);
const host = testHost('zombie');
await startLedger(host, {
  ...replicaConfig({ url, db, topicPrefix, chargeAddress }),
  ...readConfig(process.env, identitySpec('ledger')),
});
let left = Number(nth);
mongoose.connections
  .at(-1)
  ?.getClient()
  .on('commandStarted', ({ commandName, command: { [commandName]: collection } }) => {
    if (commandName !== command || (command === 'update' && collection !== 'wallets')) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGSTOP');
  });
process.stdout.write('started\n');
