/** Of `kubectl get pods -o json`, what tells whether a pod can have its images. */
type Container = {
  readonly name: string;
  readonly image: string;
  readonly state?: { readonly waiting?: { readonly reason?: string; readonly message?: string } };
};
export type PodList = {
  readonly items: readonly {
    readonly metadata: { readonly name: string; readonly uid: string };
    readonly status: {
      readonly startTime?: string;
      readonly initContainerStatuses?: readonly Container[];
      readonly containerStatuses?: readonly Container[];
    };
  }[];
};

/** Since when, and why, containers have been without their image; by pod and name. */
export type MissingImages = ReadonlyMap<string, { readonly since: number; readonly why: string }>;

/** Tried again by the node: a registry may have been away for a moment. */
const TRIED_AGAIN = new Set(['ErrImagePull', 'ImagePullBackOff', 'RegistryUnavailable', 'ImageInspectError']);
/** Nothing that the node does again will change it. */
const FOR_EVER = new Set(['InvalidImageName', 'ErrImageNeverPull', 'SignatureValidationFailed']);
/** The node tries again after ten seconds: a pod that fails twice says why. */
export const PULL_PATIENCE_MS = 15_000;
/** From the start of a pod: a first try that took so long is not waited out a second time. */
export const POD_PATIENCE_MS = 40_000;

/**
 * What is without its image now, and of that, in words, what has been so for too long. `seen` is what the
 * look before answered.
 */
export function unpulled(
  { items }: PodList,
  seen: MissingImages,
  now: number,
): { readonly seen: MissingImages; readonly stuck: readonly string[] } {
  const found = new Map<string, { since: number; why: string }>();
  const stuck: string[] = [];
  for (const { metadata, status } of items) {
    for (const { name, image, state } of [
      ...(status.initContainerStatuses ?? []),
      ...(status.containerStatuses ?? []),
    ]) {
      const { reason = '', message = '' } = state?.waiting ?? {};
      if (!TRIED_AGAIN.has(reason) && !FOR_EVER.has(reason)) continue;
      const key = `${metadata.uid} ${name}`;
      const before = seen.get(key);
      const since = before?.since ?? now;
      // Between two attempts some nodes say only that they wait.
      const why = reason === 'ImagePullBackOff' && before !== undefined ? before.why : `${reason}: ${message}`;
      found.set(key, { since, why });
      const age = now - Date.parse(status.startTime ?? '');
      if (FOR_EVER.has(reason) || now - since >= PULL_PATIENCE_MS || age >= POD_PATIENCE_MS)
        stuck.push(`pod ${metadata.name} cannot have ${image}: ${why}`);
    }
  }
  return { seen: found, stuck };
}
