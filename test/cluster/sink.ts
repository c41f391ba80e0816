import { apply, inPod, kubectl, NAMESPACE, RESTRICTED } from './kube.ts';

/**
 * Remembers, by charge, the events that it was told of and whether each came signed; read by a second process
 * in the same pod.
 */
const SCRIPT = `
import { createServer } from 'node:http';
const received = {};
createServer((request, response) => {
  if (request.method === 'GET') return response.end(JSON.stringify(received));
  let body = '';
  request.on('data', (chunk) => { body += chunk; });
  request.on('end', () => {
    const { id, data } = JSON.parse(body);
    (received[data.object.id] ??= []).push([id, request.headers['x-service-signature'] !== undefined]);
    response.end('ok');
  });
}).listen(8080);
process.on('SIGTERM', () => process.exit(0));`;

const READ = `process.stdout.write(await (await fetch('http://127.0.0.1:8080/')).text());`;

/** Events by charge: each its id, and whether it came signed; one that came twice stands there twice. */
export type EventsByCharge = Readonly<Record<string, readonly (readonly [string, boolean])[]>>;
export type Sink = { readonly url: string; readonly received: () => Promise<EventsByCharge> };

/**
 * Starts a merchant's server in the cluster: a pod that is no part of the product, reached by a name of the
 * cluster.
 */
export async function startSink(image: string): Promise<Sink> {
  const labels = { app: 'merchant' };
  const container = {
    name: 'sink',
    image,
    command: ['node', '--input-type=module', '--eval', SCRIPT],
    ports: [{ containerPort: 8080 }],
    securityContext: RESTRICTED.container,
  };
  apply([
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'merchant', labels },
      spec: { automountServiceAccountToken: false, securityContext: RESTRICTED.pod, containers: [container] },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'merchant' },
      spec: { clusterIP: 'None', selector: labels, ports: [{ port: 8080 }] },
    },
  ]);
  await kubectl('wait', '--for=condition=Ready', 'pod/merchant', '--timeout=60s');
  return {
    url: `http://merchant.${NAMESPACE}.svc.cluster.local:8080/hook`,
    received: async () => (await inPod('merchant', READ)) as EventsByCharge,
  };
}

export const stopSink = async (): Promise<void> => {
  await kubectl('delete', 'pod/merchant', 'service/merchant', '--ignore-not-found', '--grace-period=1');
};
