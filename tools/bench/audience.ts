/**
 * Payers with a page open, in a process of their own: by message, the streams that are to be open from then
 * on (an empty list closes all). Says how many are open once they have heard where their charge stands, and
 * the id and the time of each page that hears of the end of the waiting.
 */
import { type ClientRequest, get } from 'node:http';

export type AudienceOrder = { readonly origin: string; readonly ids: readonly string[] };
export type AudienceMessage = { readonly open: number } | { readonly id: string; readonly at: number };

const AT_ONCE = 200;
let streams: ClientRequest[] = [];
const tell = (message: AudienceMessage): void => void process.send?.(message);

/** Resolves at the first word of the stream: the page is drawn as the charge stands. */
function opened(origin: string, id: string): Promise<void> {
  return new Promise((done, failed) => {
    const stream = get(`${origin}/${id}/events`, { agent: false }, (response) => {
      if (response.statusCode !== 200) return failed(new Error(`a stream was answered ${response.statusCode}`));
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('"state"')) done();
        if (/"state":"paid/.test(text)) tell({ id, at: Date.now() });
      });
    });
    stream.on('error', failed);
    streams.push(stream);
  });
}

async function attend({ origin, ids }: AudienceOrder): Promise<void> {
  for (const stream of streams) stream.destroy();
  streams = [];
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => opened(origin, id)));
  tell({ open: ids.length });
}

process.on('message', (order) => void attend(order as AudienceOrder));
