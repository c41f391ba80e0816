import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire to a real Redis, or to anything else that speaks TCP, that a test can cut or hold up. */
export async function redisProxy(target: string) {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let mode: 'pass' | 'refuse' | 'hang' = 'pass';
  let watched: { readonly text: string; sent: string } | undefined;
  const server = createServer((near) => {
    if (mode === 'refuse') return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    }
    near
      .on('data', (bytes) => {
        if (watched !== undefined) watched.sent += bytes.toString('latin1');
        if (mode === 'pass') far.write(bytes);
      })
      .on('close', () => far.destroy());
    far.on('data', (bytes) => near.write(bytes)).on('close', () => near.destroy());
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** `refuse`: Redis is gone. `hang`: it accepts and never answers. */
    set(next: typeof mode): void {
      mode = next;
      if (next === 'refuse') cut();
    },
    /** How often a text has been sent to Redis since it was first asked for. */
    sent(text: string): number {
      if (watched?.text !== text) watched = { text, sent: '' };
      return watched.sent.split(text).length - 1;
    },
    stop: () => {
      cut();
      server.close();
    },
  };
}
