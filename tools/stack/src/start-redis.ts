import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import type { RedisBinaries } from './find-redis.ts';
import { freePort } from './free-port.ts';
import { type Handle, restartable } from './restartable.ts';
import type { ServerSpec } from './start-mongo.ts';
import { startProcess } from './start-process.ts';

/** Nothing is written down. */
export const REDIS_SETTINGS: readonly string[] = ['--save', '', '--appendonly', 'no'];

/** Redis without persistence: it holds nothing that may come back. */
export async function startRedis(spec: ServerSpec<RedisBinaries>): Promise<Handle & { readonly redisUrl: string }> {
  const port = await freePort(spec.port);
  await mkdir(spec.dir, { recursive: true });
  const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', spec.dir];
  const args = [...where, ...REDIS_SETTINGS];
  const ready = (): Promise<boolean> => answersPing(port);
  const launch = () =>
    startProcess({
      name: 'redis',
      command: spec.binaries.redisServer,
      args,
      env: {},
      log: spec.log,
      report: spec.report ?? spec.log,
      ready,
    });
  const handle = await restartable('redis', launch);
  return { ...handle, redisUrl: `redis://127.0.0.1:${port}` };
}

/** Redis answers PING without its protocol's framing too, so a socket will do. */
export function answersPing(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (answer: boolean): void => {
      socket.destroy();
      settle(answer);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (bytes) => end(bytes.toString().startsWith('+PONG')));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
  });
}
