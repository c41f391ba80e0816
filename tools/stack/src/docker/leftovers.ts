import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { isAlive } from '../pid-file.ts';
import { callEngine } from './call-engine.ts';

/** On every container: who started it, and in which start. */
const LABELS = { host: 'gx.stack.host', pid: 'gx.stack.pid', run: 'gx.stack.run' } as const;
const STOP_GRACE_SECONDS = 15;
const NO_SUCH = 404;
const BEING_REMOVED = 409;

/** The labels of one start of the servers by this process. */
export const containerLabels = (run: string): Record<string, string> => ({
  [LABELS.host]: hostname(),
  [LABELS.pid]: String(process.pid),
  [LABELS.run]: run,
});

type Container = { readonly Id: string; readonly Labels: Readonly<Record<string, string>> };

async function containersWith(socket: string, label: string): Promise<readonly Container[]> {
  const filters = encodeURIComponent(JSON.stringify({ label: [label] }));
  return (await callEngine(socket, `GET /containers/json?all=1&filters=${filters}`)) as readonly Container[];
}

/** SIGTERM, SIGKILL after the grace; then nothing is left of it but what it kept in a volume with a name. */
async function removeContainer(socket: string, id: string, graceSeconds: number): Promise<void> {
  await callEngine(socket, `POST /containers/${id}/stop?t=${graceSeconds}`, { fine: [NO_SUCH, BEING_REMOVED] });
  await callEngine(socket, `DELETE /containers/${id}?force=1&v=1`, { fine: [NO_SUCH, BEING_REMOVED] });
}

/** Stops and removes all containers of one start. */
export async function removeRun(socket: string, run: string, graceSeconds = STOP_GRACE_SECONDS): Promise<void> {
  const containers = await containersWith(socket, `${LABELS.run}=${run}`);
  await Promise.all(containers.map(({ Id }) => removeContainer(socket, Id, graceSeconds)));
}

/**
 * Removes what starts on this machine left behind when neither they nor their watch could: the machine went
 * down, or the engine was away. Processes of another machine that shares the engine cannot be asked for, so
 * theirs stay.
 */
export async function removeAbandoned(socket: string): Promise<void> {
  const containers = await containersWith(socket, `${LABELS.host}=${hostname()}`);
  const abandoned = containers.filter(({ Labels }) => !isAlive(Number(Labels[LABELS.pid])));
  await Promise.all(abandoned.map(({ Id }) => removeContainer(socket, Id, STOP_GRACE_SECONDS)));
}

/** Where a server of a state keeps its data between starts. A folder would belong to the image's user. */
export const volumeOf = (stateDir: string, server: string): string =>
  `gx-stack-${createHash('sha256').update(stateDir).digest('hex').slice(0, 8)}-${server}`;

/** Removes a state's volumes; one that a container still uses is an error. */
export async function removeVolumes(socket: string, stateDir: string, servers: readonly string[]): Promise<void> {
  const remove = (server: string) =>
    callEngine(socket, `DELETE /volumes/${volumeOf(stateDir, server)}`, { fine: [NO_SUCH] });
  await Promise.all(servers.map(remove));
}
