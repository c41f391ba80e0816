import { Health, startHealthServer } from '@gx/runtime';
import { testHost } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

async function served(t: ExecutionContext) {
  const host = testHost('health');
  t.teardown(host.stop);
  const health = new Health(host.log);
  const server = await startHealthServer(health, 0);
  t.teardown(server.stop);
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
    const id = response.headers.get('x-request-id') ?? 'none';
    t.regex(id, /^[\x21-\x7e]{1,128}$/, path);
    t.not(id, 'none', path);
    return { status: response.status, id, text: await response.text() };
  };
  return { health, get };
}

test('200 of both probes says so, with a request id: the one that was sent, or a new one', async (t) => {
  const { health, get } = await served(t);
  health.ready();
  const alive = await get('/healthz', { 'x-request-id': 'probe-1' });
  t.deepEqual([alive.status, alive.id, JSON.parse(alive.text)], [200, 'probe-1', { status: 'ok' }]);
  const ready = await get('/readyz');
  t.deepEqual([ready.status, JSON.parse(ready.text)], [200, { status: 'ready' }]);
});

test('503 of readiness has the envelope and names what it waits for; liveness does not look at it', async (t) => {
  const { health, get } = await served(t);
  health.check('mongodb', () => Promise.reject(new Error('away')));
  health.check('kafka', () => undefined);
  for (const waitingFor of ['starting', 'mongodb', 'draining']) {
    const { status, id, text } = await get('/readyz');
    t.is(status, 503);
    t.deepEqual(JSON.parse(text), {
      error: { type: 'api_error', code: 'service_unavailable', message: `Not ready: ${waitingFor}.` },
      request_id: id,
      waiting_for: [waitingFor],
    });
    t.is((await get('/healthz')).status, 200);
    if (waitingFor === 'starting') health.ready();
    else health.drain();
  }
});

test('404 of any other path, and 500 where the metrics cannot be read, have the envelope; metrics are text with an id', async (t) => {
  const { health, get } = await served(t);
  for (const path of ['/', '/healthz/', '/metrics']) {
    const { status, id, text } = await get(path);
    t.is(status, 404, path);
    t.like(JSON.parse(text), { error: { type: 'not_found_error', code: 'not_found' }, request_id: id });
  }
  health.metrics = async () => 'a 1';
  t.deepEqual({ ...(await get('/metrics')), id: '' }, { status: 200, id: '', text: 'a 1' });
  health.metrics = () => Promise.reject(new Error('broken'));
  const { status, id, text } = await get('/metrics');
  t.is(status, 500);
  t.like(JSON.parse(text), { error: { code: 'internal_error' }, request_id: id });
});
