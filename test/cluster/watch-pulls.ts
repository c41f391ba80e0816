import { setTimeout } from 'node:timers/promises';
import { abortCommands, kubectl } from './kube.ts';
import { type MissingImages, type PodList, unpulled } from './pods.ts';

const LOOK_EVERY_MS = 2_000;
const END_WITHIN_MS = 10_000;

/**
 * Does something to the cluster, and fails as soon as a pod of it has been without its image for too long:
 * helm and kubectl, which would wait for that pod to the end of their patience, are ended.
 */
export async function watchingPulls<T>(act: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const acting = act();
  try {
    return await Promise.race([acting, firstStuck(over.signal)]);
  } catch (cause) {
    abortCommands();
    // What it began shall not go on under the step that comes next.
    await Promise.race([acting.catch(() => undefined), setTimeout(END_WITHIN_MS)]);
    throw cause;
  } finally {
    over.abort();
  }
}

/** Rejects when pods are stuck; never resolves. */
async function firstStuck(over: AbortSignal): Promise<never> {
  let seen: MissingImages = new Map();
  while (!over.aborted) {
    // A namespace on its way, or a server that is too busy to answer, is no news of a pod.
    const listed = await kubectl('get', 'pods', '-o', 'json').catch(() => undefined);
    if (listed !== undefined) {
      const look = unpulled(JSON.parse(listed) as PodList, seen, Date.now());
      if (look.stuck.length > 0) throw new Error(look.stuck.join('\n'));
      seen = look.seen;
    }
    await setTimeout(LOOK_EVERY_MS);
  }
  return new Promise(() => undefined);
}
