import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { Refusal } from '@gx/core';
import { integer, setting } from '../config/config.ts';
import { count } from '../telemetry/metrics.ts';
import { clientAddress, trustOf } from './client-address.ts';
import { refuseOn } from './refuse-on.ts';

/** How many connections a server holds. */
export type ConnectionLimits = {
  /** Of all clients together: more are closed at once. */
  readonly max: number;
  /** Of one client address, an IPv6 network of 64 bits for one; more are refused. */
  readonly perAddress: number;
  /** Hops of ours, which hold the connections of many. */
  readonly trustedProxies: readonly string[];
};

export const CONNECTIONS_PER_ADDRESS = setting(
  'connections that one client address may hold at a listener, per process; `TRUSTED_PROXIES` may hold any number',
  integer({ min: 1, max: 1_000_000, fallback: 500 }),
);

/** So many more get an answer that says why; a flood gets none. */
const ANSWERED_MAX = 50;
const RETRY_AFTER_SECONDS = 5;

/**
 * Bounds the connections of each client address, from the start of a server. One client could otherwise hold
 * all that there are, and nobody else would be let in.
 */
export function limitConnections(server: Server, { perAddress, trustedProxies }: ConnectionLimits): void {
  const isProxy = trustOf(trustedProxies);
  const held = new Map<string, number>();
  const release = (address: string): void => {
    const left = (held.get(address) ?? 1) - 1;
    if (left === 0) held.delete(address);
    else held.set(address, left);
  };
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const address = clientAddress({ ip: remoteAddress });
    const holds = (held.get(address) ?? 0) + 1;
    held.set(address, holds);
    socket.once('close', () => release(address));
    if (holds <= perAddress) return;
    count('gx.refusals', { 'error.type': 'rate_limited' });
    // Nobody reads HTTP where TLS begins.
    if (holds > perAddress + ANSWERED_MAX || server instanceof TlsServer) socket.destroy();
    else refuseOn(socket, tooMany(perAddress), randomUUID());
  });
}

const tooMany = (perAddress: number): Refusal =>
  new Refusal(
    'rate_limited',
    `More than ${perAddress} connections from one address. Keep some open and send requests one after the other.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
