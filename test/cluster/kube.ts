import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MORE = { maxBuffer: 64 * 1024 * 1024 } as const;

/** The namespace that a run makes and takes away again. */
export const NAMESPACE = 'gx-cluster-test';
export const RELEASE = 'gx';

let commands = new AbortController();

/** Ends every helm and kubectl that runs; those that come later run. */
export function abortCommands(): void {
  commands.abort();
  commands = new AbortController();
}

/** Runs kubectl in the namespace of the test; answers what it printed. */
export async function kubectl(...args: string[]): Promise<string> {
  return (await run('kubectl', ['-n', NAMESPACE, ...args], { ...MORE, signal: commands.signal })).stdout;
}

export async function helm(...args: string[]): Promise<string> {
  return (await run('helm', ['-n', NAMESPACE, ...args], { ...MORE, signal: commands.signal })).stdout;
}

/** Applies objects as they are. */
export function apply(objects: readonly object[]): void {
  const list = { apiVersion: 'v1', kind: 'List', items: objects };
  execFileSync('kubectl', ['-n', NAMESPACE, 'apply', '-f', '-'], {
    input: JSON.stringify(list),
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}

/** What a pod of the restricted standard has to say of itself. */
export const RESTRICTED = {
  pod: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
  container: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
} as const;

/** Names of the running pods of a service. */
export async function podsOf(service: string): Promise<string[]> {
  const listed = await kubectl(
    'get',
    'pods',
    '-l',
    `app.kubernetes.io/name=${service}`,
    '--field-selector=status.phase=Running',
    '-o',
    'name',
  );
  return listed.split('\n').filter((name) => name !== '');
}

/** How many pods there are; fails when one of them is not ready. */
export async function podsReady(): Promise<number> {
  const { items } = JSON.parse(await kubectl('get', 'pods', '-o', 'json')) as {
    items: { metadata: { name: string }; status: { phase: string; containerStatuses?: { ready: boolean }[] } }[];
  };
  // A job that made the users stays for a look.
  const serving = items.filter(({ status }) => status.phase !== 'Succeeded');
  const unready = serving.filter(({ status }) => !status.containerStatuses?.every((container) => container.ready));
  if (unready.length > 0) throw new Error(`not ready: ${unready.map(({ metadata }) => metadata.name).join(', ')}`);
  return serving.length;
}

/** Runs a script in a pod of a service and reads the JSON that it prints. */
export async function inPod(pod: string, script: string, ...args: string[]): Promise<unknown> {
  return JSON.parse(await kubectl('exec', pod, '--', 'node', '--input-type=module', '--eval', script, ...args));
}

type OpsRun = {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly image: string;
};

/**
 * One command of ops as a pod with the labels of its chart, so that the policies let it through; answers its
 * output.
 */
export async function runOps({ name, args, env, image }: OpsRun): Promise<string> {
  const variables = Object.entries(env).map(([key, value]) => ({ name: key, value }));
  const container = {
    name: 'ops',
    image,
    args,
    env: variables,
    imagePullPolicy: 'IfNotPresent',
    securityContext: RESTRICTED.container,
  };
  const labels = { 'app.kubernetes.io/name': 'ops', 'app.kubernetes.io/instance': RELEASE };
  const spec = {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    securityContext: RESTRICTED.pod,
    containers: [container],
  };
  apply([{ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels }, spec }]);
  try {
    await kubectl('wait', '--for=jsonpath={.status.phase}=Succeeded', `pod/${name}`, '--timeout=90s');
    return await kubectl('logs', name);
  } catch (cause) {
    throw new Error(`ops ${args.join(' ')}: ${await kubectl('logs', name).catch(() => 'no log')}`, { cause });
  } finally {
    await kubectl('delete', 'pod', name, '--wait=false');
  }
}
