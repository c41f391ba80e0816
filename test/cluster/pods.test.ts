import test from 'ava';
import { POD_PATIENCE_MS, type PodList, PULL_PATIENCE_MS, unpulled } from './pods.ts';

const IMAGE = 'mongo:8.0';
const FAILED =
  'rpc error: code = NotFound desc = failed to pull and unpack image "docker.io/library/mongo:8.0": failed to resolve reference "docker.io/library/mongo:8.0": failed to do request: Head "https://registry-1.docker.io/v2/library/mongo/manifests/8.0": dial tcp: lookup registry-1.docker.io: no such host';

/** A pod as `kubectl get pods -o json` shows it; `waiting` is of its one container. */
const pod = (waiting: { reason: string; message?: string }, uid = '1d2f8a4e-6f0c-4b6a-9d39-0a4c5a7c7d11') => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'gx-mongodb-0', namespace: 'gx-cluster-test', uid },
  status: {
    phase: 'Pending',
    conditions: [{ type: 'ContainersReady', status: 'False', reason: 'ContainersNotReady' }],
    containerStatuses: [
      {
        name: 'mongodb',
        image: IMAGE,
        imageID: '',
        lastState: {},
        ready: false,
        restartCount: 0,
        started: false,
        state: { waiting },
      },
    ],
    qosClass: 'Burstable',
  },
});
const list = (...items: readonly object[]) => ({ apiVersion: 'v1', kind: 'List', items }) as unknown as PodList;
const RUNNING = {
  metadata: { name: 'gx-keys-7c9d', uid: 'b' },
  status: { containerStatuses: [{ name: 'keys', image: 'gx/keys:0.1.0', state: { running: { startedAt: 'now' } } }] },
};
const NONE = new Map();

test('a pod that cannot have its image is stuck once the node has failed twice, and says why it failed', (t) => {
  const first = unpulled(list(RUNNING, pod({ reason: 'ErrImagePull', message: FAILED })), NONE, 1_000);
  t.deepEqual(first.stuck, []);
  const between = { reason: 'ImagePullBackOff', message: 'Back-off pulling image "mongo:8.0"' };
  const second = unpulled(list(RUNNING, pod(between)), first.seen, 5_000);
  t.deepEqual(second.stuck, []);
  const last = unpulled(list(RUNNING, pod(between)), second.seen, 1_000 + PULL_PATIENCE_MS);
  t.deepEqual(last.stuck, [`pod gx-mongodb-0 cannot have ${IMAGE}: ErrImagePull: ${FAILED}`]);
});

test('a first try that took long is not waited out a second time', (t) => {
  const failing = pod({ reason: 'ErrImagePull', message: FAILED });
  const started = { ...failing, status: { ...failing.status, startTime: '2026-11-28T01:54:00Z' } };
  const at = Date.parse(started.status.startTime);
  t.is(unpulled(list(started), NONE, at + POD_PATIENCE_MS - 1).stuck.length, 0);
  t.is(unpulled(list(started), NONE, at + POD_PATIENCE_MS).stuck.length, 1);
});

test('a registry that was away for a moment, and a pod in the place of another, begin anew', (t) => {
  const failing = pod({ reason: 'ErrImagePull', message: FAILED });
  const first = unpulled(list(failing), NONE, 0);
  const pulled = unpulled(list(pod({ reason: 'ContainerCreating' })), first.seen, 5_000);
  t.is(pulled.seen.size, 0);
  const other = pod({ reason: 'ErrImagePull', message: FAILED }, 'another');
  t.deepEqual(unpulled(list(other), first.seen, PULL_PATIENCE_MS).stuck, []);
});

test('what no retry changes is reported at once, of containers that come first too', (t) => {
  const never = {
    reason: 'ErrImageNeverPull',
    message: 'Container image "gx/ops:0.1.0" is not present with pull policy of Never',
  };
  const init = {
    metadata: { name: 'gx-ops-1', uid: 'c' },
    status: { initContainerStatuses: [{ name: 'topics', image: 'gx/ops:0.1.0', state: { waiting: never } }] },
  };
  t.deepEqual(unpulled(list(init), NONE, 0).stuck, [
    `pod gx-ops-1 cannot have gx/ops:0.1.0: ErrImageNeverPull: ${never.message}`,
  ]);
  const named = {
    reason: 'InvalidImageName',
    message: 'Failed to apply default image tag "gx/UPPER": invalid reference format',
  };
  t.is(unpulled(list(pod(named)), NONE, 0).stuck.length, 1);
});

test('a pod that waits for something else, or has no status yet, is not judged', (t) => {
  const waiting = ['ContainerCreating', 'PodInitializing', 'CrashLoopBackOff', 'CreateContainerConfigError'];
  const pods = waiting.map((reason) => pod({ reason }));
  const fresh = { metadata: { name: 'gx-redis-0', uid: 'd' }, status: { phase: 'Pending' } };
  t.deepEqual(unpulled(list(...pods, fresh, RUNNING), NONE, 0), { seen: new Map(), stuck: [] });
});
