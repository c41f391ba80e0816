import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RewordedBank = { readonly url: string; readonly stop: () => Promise<void> };
/** A text in the place of another, or a refusal. */
type Reworded = string | { readonly status: number; readonly text: string };
type Reword = (text: string, call: { readonly method: string; readonly url: string }) => Reworded;

/**
 * The bank at `target` as API Pix lets it be: `GET /pix/{e2eid}` does not say which charge a Pix is of. All
 * else passes as it is.
 */
export const namelessBank = (target: string): Promise<RewordedBank> =>
  rewordedBank(target, (text, { method, url }) =>
    method === 'GET' && /\/pix\/[^/?]+$/.test(url) ? withoutTxid(text) : text,
  );

/** The bank at `target`, what it answers with a success in other words. */
export async function rewordedBank(target: string, reword: Reword): Promise<RewordedBank> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = 'GET', url = '/' } = request;
      const names = ['authorization', 'content-type', 'accept'];
      const headers = names.flatMap((name) =>
        request.headers[name] === undefined ? [] : [[name, `${request.headers[name]}`]],
      );
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
      fetch(`${target}${url}`, { method, headers: headers as [string, string][], ...body }).then(
        async (answer) => {
          const text = await answer.text();
          const reworded = answer.ok ? reword(text, { method, url }) : text;
          const { status } = typeof reworded === 'string' ? answer : reworded;
          response.writeHead(status, { 'content-type': answer.headers.get('content-type') ?? '' });
          response.end(typeof reworded === 'string' ? reworded : reworded.text);
        },
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function withoutTxid(text: string): string {
  const { txid: _, ...pix } = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(pix);
}
