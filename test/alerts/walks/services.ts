import { connect } from 'node:tls';
import { runOps } from '../ops.ts';
import type { Walk } from '../walk.ts';
import type { AlertSandbox } from '../world.ts';

const startLedger = async (sandbox: AlertSandbox): Promise<void> => {
  for (const handle of sandbox.replicas('ledger')) await handle.start();
};

const nobodyLeft: Walk = {
  name: 'nobody-left',
  alerts: ['GxServiceDown'],
  fault: 'every process of the ledger is killed',
  mendedBy: 'they are started',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    await fault(() => Promise.all(sandbox.replicas('ledger').map((handle) => handle.kill())));
    await fires('GxServiceDown', { gx_service: 'ledger' });
    await page.query('count by (gx_service) (gx_process_ready_at)');
    await page.query('up{service="gx-ledger"}');
    page.grep('ledger', '"level":"(error|fatal)"|stopping', 1);
    await mend(() => startLedger(sandbox));
    await page.query('count by (gx_service) (gx_process_ready_at)');
    await page.ops('ledger', 'verify');
  },
  undo: startLedger,
};

const loseRole = ({ mongo }: AlertSandbox): Promise<unknown> =>
  mongo.admin.db('gx_charge').command({ updateUser: 'charge', roles: [], writeConcern: { w: 'majority' } });

/** What runs twice a minute here runs each quarter of an hour where an hour is one. */
const seldom: Walk = {
  name: 'seldom-job-fails',
  alerts: ['GxJobFails'],
  fault: 'charge’s database user has no role: also what runs each 30 s (15 minutes of the rules) fails',
  mendedBy: '`ops databases create-users`',
  play: async ({ sandbox, page, fault, fires, mend }) => {
    await fault(() => loseRole(sandbox));
    await fires('GxJobFails', { gx_job: 'check banks' });
    await page.query('max by (gx_job) (gx_job_failures_in_a_row) > 0');
    page.grep('charge', '"job":"check banks".*job failed, will run again', 1);
    await mend(() => page.ops('databases', 'create-users'));
  },
  undo: async ({ opsEnv }) => void (await runOps(opsEnv, ['databases', 'create-users'])),
};

const YEAR = 24 * 365;
const LEFT = '(min by (gx_service) (gx_grpc_certificate_ends_at) - time()) / 86400';

const ownCertificate: Walk = {
  name: 'service-certificate',
  alerts: ['GxServiceCertificateEnds'],
  fault: 'the certificate of the ledger is replaced by one that ends in 10 days',
  mendedBy: 'it is replaced by one of a year',
  play: async ({ sandbox: { identities }, page, fault, fires, mend }) => {
    await fault(() => identities.renew('ledger', 240));
    await fires('GxServiceCertificateEnds', { gx_service: 'ledger' });
    await page.query(LEFT);
    page.grep('ledger', 'certificates replaced', 1);
    await mend(() => identities.renew('ledger', YEAR));
    await page.query(LEFT);
  },
  undo: ({ identities }) => identities.renew('ledger', YEAR),
};

/** Comes to a port again and again, and has no certificate to show. */
function comeWithoutCertificate(address: string): () => void {
  const [host, port] = address.split(':');
  const coming = setInterval(() => {
    const socket = connect({ host, port: Number(port), rejectUnauthorized: false, ALPNProtocols: ['h2'] });
    socket.on('error', () => undefined).resume();
  }, COME_EVERY_MS);
  return () => clearInterval(coming);
}

const COME_EVERY_MS = 500;
let goAway = (): void => undefined;

const stranger: Walk = {
  name: 'stranger',
  alerts: ['GxHandshakesRefused'],
  fault: 'somebody without a certificate comes to the ledger again and again',
  mendedBy: 'they go away',
  play: async ({ sandbox: { opsEnv }, page, fault, fires, mend }) => {
    await fault(async () => {
      goAway = comeWithoutCertificate(opsEnv['LEDGER_ADDRESS'] ?? '');
    });
    await fires('GxHandshakesRefused', { gx_service: 'ledger', gx_reason: 'no_certificate' });
    page.grep('ledger', 'handshake_refused', 1);
    await page.query('sum by (gx_service, gx_reason) (increase(gx_grpc_handshakes_refused_total[5m])) > 0');
    await page.ops('ledger', 'verify');
    await mend(async () => goAway());
  },
  undo: async () => goAway(),
};

export const SERVICES: readonly Walk[] = [nobodyLeft, seldom, ownCertificate, stranger];
