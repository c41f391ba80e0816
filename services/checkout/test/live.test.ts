import { until } from '@gx/testkit';
import test from 'ava';
import type { Message } from '../src/page/message.ts';
import { get, startRig } from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);

type Stream = {
  readonly status: number;
  readonly messages: Message[];
  readonly ended: Promise<void>;
  readonly leave: () => void;
};

/** An open page, as the browser's EventSource reads it. */
async function listen(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  const messages: Message[] = [];
  const read = async (): Promise<void> => {
    let text = '';
    for await (const bytes of response.body ?? []) {
      text += new TextDecoder().decode(bytes);
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) if (event.startsWith('data: ')) messages.push(JSON.parse(event.slice(6)) as Message);
    }
  };
  const ended = read().catch(() => undefined);
  return { status: response.status, messages, ended, leave: () => abort.abort() };
}
const events = (id: string, url = rig.url): string => `${url}/${id}/events?lang=en`;
const states = ({ messages }: Stream): string[] => messages.map(({ state }) => state);

test('an open page receives its status, each change in its language, and the end; then the stream is over', async (t) => {
  const id = rig.charge.add();
  const stream = await listen(events(id));
  await until('it has its status', () => stream.messages.length === 1);
  rig.charge.change(id, { confirming: true });
  await until('it has the payment', () => stream.messages.length === 2);
  rig.charge.change(id, { status: 'PAID', confirming: false });
  await stream.ended;
  t.deepEqual(states(stream), ['pending', 'confirming', 'paid']);
  t.like(stream.messages.at(-1), { live: false, title: 'Payment confirmed' });
});

test('the end of the time is announced when it comes, by the server’s clock, before anybody confirms it', async (t) => {
  const id = rig.charge.add();
  const stream = await listen(events(id));
  await until('it has its status', () => stream.messages.length === 1);
  const expiresAtMs = Date.now() + 200;
  rig.charge.change(id, { expiresAtMs });
  await until('it is over', () => states(stream).includes('overdue'));
  const overdue = stream.messages.at(-1);
  t.true((overdue?.now ?? 0) >= expiresAtMs);
  t.is(overdue?.expires, expiresAtMs);
  rig.charge.change(id, { status: 'EXPIRED' });
  await stream.ended;
  t.deepEqual(states(stream), ['pending', 'overdue', 'expired']);
});

test('a page that polls receives the same as one that listens', async (t) => {
  const id = rig.charge.add();
  const stream = await listen(events(id));
  await until('it has a message', () => stream.messages.length === 1);
  const { text, headers } = await get(`${rig.url}/${id}/status?lang=en`);
  t.is(headers.get('content-type'), 'application/json; charset=utf-8');
  const { now: _, ...polled } = JSON.parse(text) as Message;
  const { now: __, ...streamed } = stream.messages[0] as Message;
  t.deepEqual(polled, streamed);
  stream.leave();
});

test.serial('hundreds of open pages are two calls a round, each charge once however many pages show it', async (t) => {
  const own = await startRig({ STREAMS_PER_ADDRESS: '600', POLL_EVERY_MS: '300' });
  t.teardown(own.stop);
  const ids = Array.from({ length: 510 }, () => own.charge.add());
  const shown = [...ids, ...ids.slice(0, 20)];
  const streams = await Promise.all(shown.map((id) => listen(events(id, own.url))));
  const { standings } = own.charge.queries;
  await until('all have a message', () => streams.every(({ messages }) => messages.length > 0), { timeoutMs: 60_000 });
  const before = standings.length;
  await until('some rounds have passed', () => standings.length >= before + 6);
  const rounds = standings.slice(before + 2, before + 6);
  t.true(rounds.every((queried) => queried.length <= 500 && new Set(queried).size === queried.length));
  t.is(rounds.filter((queried) => queried.length === 500).length, 2, 'two rounds of 500 and 10');
  t.is(own.charge.queries.checkouts, 0);
  const [first = ''] = ids;
  own.charge.change(first, { status: 'PAID' });
  await Promise.all([streams[0]?.ended, streams[510]?.ended]);
  t.is(streams.filter((stream) => states(stream).includes('paid')).length, 2);
  for (const { leave } of streams) leave();
  const last = own.charge.add();
  const alone = await listen(events(last, own.url));
  await until('only the page that is still open is queried', () => standings.at(-1)?.join() === last);
  alone.leave();
});

test('one address has so many streams and no more; a place is free again when a page is left', async (t) => {
  const page = await rig.replica({ STREAMS_PER_ADDRESS: '2', TRUSTED_PROXIES: '127.0.0.1/32' });
  const id = rig.charge.add();
  const from = (address: string) => listen(events(id, page.url), { 'x-forwarded-for': address });
  const [first, second] = [await from('203.0.113.7'), await from('203.0.113.7')];
  t.deepEqual([first.status, second.status], [200, 200]);
  t.is((await from('203.0.113.7')).status, 429);
  const other = await from('203.0.113.8');
  t.is(other.status, 200);
  first.leave();
  const third = await until('a place is free', async () => {
    const again = await from('203.0.113.7');
    return again.status === 200 && again;
  });
  for (const { leave } of [second, other, third]) leave();
});

test('a payer who leaves before the answer keeps no place, and nobody asks for that page again', async (t) => {
  const own = await startRig({ STREAMS_PER_ADDRESS: '1' });
  t.teardown(own.stop);
  const { queries, state } = own.charge;
  const gate = Promise.withResolvers<void>();
  state.held = gate.promise;
  const left = own.charge.add();
  const leaving = new AbortController();
  const gone = fetch(events(left, own.url), { signal: leaving.signal });
  await until('charge is queried', () => queries.standings.length === 1);
  leaving.abort();
  await t.throwsAsync(gone);
  await until('the connection is over', () => own.host.lines.some((line) => line.includes('request aborted')));
  state.held = undefined;
  gate.resolve();
  const stays = own.charge.add();
  const stream = await listen(events(stays, own.url));
  t.is(stream.status, 200);
  await until('some rounds have passed', () => queries.standings.length > 5);
  t.deepEqual(
    queries.standings.slice(1).filter((ids) => ids.includes(left)),
    [],
  );
  stream.leave();
});

test('a charge that this version cannot show ends its own stream, and no other page misses its news', async (t) => {
  const own = await startRig();
  t.teardown(own.stop);
  const [strange, known] = [own.charge.add(), own.charge.add()];
  const first = await listen(events(strange, own.url));
  const second = await listen(events(known, own.url));
  await until('both have a message', () => first.messages.length === 1 && second.messages.length === 1);
  own.charge.change(strange, { status: 'STATUS_UNSPECIFIED' });
  own.charge.change(known, { status: 'PAID' });
  await until('the other page has it', () => states(second).includes('paid'));
  await Promise.all([first.ended, second.ended]);
  const logged = own.host.lines.filter((line) => line.includes('a charge without a status'));
  t.is(logged.length, 1, 'logged once, with its cause');
});

test('a process has so many streams and no more', async (t) => {
  const page = await rig.replica({ STREAMS_MAX: '1' });
  const id = rig.charge.add();
  const stream = await listen(events(id, page.url));
  t.is((await listen(events(id, page.url))).status, 429);
  stream.leave();
});

test('while charge is away open pages keep what they show, and receive the changes when it is back', async (t) => {
  const own = await startRig();
  t.teardown(own.stop);
  const id = own.charge.add();
  const stream = await listen(events(id, own.url));
  await until('it has a message', () => stream.messages.length === 1);
  own.charge.state.down = true;
  const warned = () => own.host.lines.filter((line) => line.includes('does not say where payers stand'));
  await until('it is noticed', () => warned().length > 0);
  own.charge.change(id, { status: 'PAID' });
  own.charge.state.down = false;
  await stream.ended;
  t.deepEqual(states(stream), ['pending', 'paid']);
  t.is(warned().length, 1, 'one line for one outage');
});

test('a stop ends every stream at once and waits for no payer; new ones are not begun', async (t) => {
  const page = await rig.replica();
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(events(rig.charge.add(), page.url))));
  await until('all have a message', () => streams.every(({ messages }) => messages.length === 1));
  const began = performance.now();
  await page.host.stop();
  await Promise.all(streams.map(({ ended }) => ended));
  t.true(performance.now() - began < 15_000);
  await t.throwsAsync(fetch(events(rig.charge.add(), page.url)));
});
