import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apply, kubectl, NAMESPACE } from './kube.ts';

const SIZE = '1Gi';
/** Of MongoDB and Kafka. */
const CLAIMS = ['mongodb', 'kafka'] as const;
const folder = join(tmpdir(), NAMESPACE);
const nameOf = (server: string): string => `${NAMESPACE}-${server}`;

/**
 * Sees to it that the servers of a trial keep their data when their pods go. A cluster with a default storage
 * class does; for the node on this machine (GX_VOLUMES=here) volumes are folders. Answers the size to ask
 * for, and nothing where there are none to be had.
 */
export async function makeVolumes(): Promise<string> {
  if (process.env['GX_VOLUMES'] !== 'here') {
    const classes = await kubectl('get', 'storageclass', '-o', 'jsonpath={.items[*].metadata.annotations}');
    return classes.includes('is-default-class":"true"') ? SIZE : '';
  }
  await removeVolumes();
  for (const server of CLAIMS) {
    const path = join(folder, server);
    mkdirSync(path, { recursive: true });
    // The servers run as users of their own, who are nobody here.
    chmodSync(path, 0o777);
    const claimRef = { namespace: NAMESPACE, name: `data-gx-${server}-0` };
    const spec = { capacity: { storage: SIZE }, accessModes: ['ReadWriteOnce'], hostPath: { path }, claimRef };
    apply([{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: nameOf(server) }, spec }]);
  }
  return SIZE;
}

export async function removeVolumes(): Promise<void> {
  await kubectl('delete', 'pv', ...CLAIMS.map(nameOf), '--ignore-not-found', '--timeout=60s');
  rmSync(folder, { recursive: true, force: true });
}
