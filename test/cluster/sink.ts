import { apply, kubectl, RESTRICTED } from './kube.ts';

const SCRIPT = `
import { createServer } from 'node:http';
createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => { body += chunk; });
  request.on('end', () => {
    console.log(JSON.stringify({ body, signature: request.headers['x-service-signature'] ?? null }));
    response.end('ok');
  });
}).listen(8080);
process.on('SIGTERM', () => process.exit(0));`;

/** A webhook as the merchant's server in the cluster received it. */
export type Received = { readonly body: string; readonly signature: string | null };

/** Starts a merchant's server in the cluster: a pod that is no part of the product, reached by a name of the cluster. */
export async function startSink(
  image: string,
  namespace: string,
): Promise<{ url: string; received: () => Promise<Received[]> }> {
  const labels = { app: 'merchant' };
  const command = ['node', '--input-type=module', '--eval', SCRIPT];
  const container = {
    name: 'sink',
    image,
    command,
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
    url: `http://merchant.${namespace}.svc.cluster.local:8080/hook`,
    received: async () =>
      (await kubectl('logs', 'merchant'))
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Received),
  };
}
