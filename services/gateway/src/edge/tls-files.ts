import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import { type Host, startJob } from '@gx/runtime';

/**
 * Where certificate, key and, for mutual TLS, the only authorities whose clients may connect stand; all PEM.
 */
export type TlsFiles = { readonly cert: string; readonly key: string; readonly ca?: string };
/** The same three, as texts. */
type Pems = TlsFiles;

/** Kubernetes replaces the files of a Secret within a minute or two of its change. */
const POLL_EVERY_MS = 10_000;

/**
 * What is in the files; throws what is wrong with it. An authority that is empty would be taken for all that
 * Node knows.
 */
async function read({ cert, key, ca }: TlsFiles): Promise<Pems> {
  const text = (path: string): Promise<string> => readFile(path, 'utf8');
  const pems = { cert: await text(cert), key: await text(key), ...(ca === undefined ? {} : { ca: await text(ca) }) };
  for (const certificate of [pems.cert, pems.ca]) if (certificate !== undefined) new X509Certificate(certificate);
  createPrivateKey(pems.key);
  return pems;
}

const contextOf = (pems: Pems) => ({ ...pems, minVersion: 'TLSv1.2' }) as const;

/** What a TLS server is made with. */
export async function tlsOptions(files: TlsFiles) {
  const mutual = files.ca === undefined ? {} : { requestCert: true, rejectUnauthorized: true };
  return { ...contextOf(await read(files)), ...mutual };
}

/**
 * Takes up what the files say, without a restart: connections that there are go on, the next handshake has
 * the new certificate and asks by the new authorities. Files that do not fit, as while they are being
 * replaced, change nothing and are a job that fails.
 */
export function followTlsFiles(host: Host, server: Server, files: TlsFiles): void {
  let used: string | undefined;
  const run = async (): Promise<void> => {
    const pems = await read(files);
    const found = JSON.stringify(pems);
    if (found === used) return;
    // The server keeps what it is given before it finds out whether it fits.
    createSecureContext(contextOf(pems));
    server.setSecureContext(contextOf(pems));
    used = found;
    host.log.info({ valid_to: new X509Certificate(pems.cert).validTo }, 'certificate taken up');
  };
  startJob(host, { name: 'follow certificate', everyMs: POLL_EVERY_MS, run });
}
