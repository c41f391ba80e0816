import type { ReencryptSecretsResponse } from '@gx/contracts';
import type { Environment } from './config.ts';
import { pages } from './pieces.ts';
import { OperatorError } from './terminal.ts';
import { withClient } from './with-client.ts';

/** The services that keep something encrypted. */
export const ENCRYPTING_SERVICES = ['charge', 'refund', 'payout', 'webhooks', 'keys'] as const;
export type EncryptingService = (typeof ENCRYPTING_SERVICES)[number];

/** What a walk through one service came to. */
export type WalkResult = Omit<ReencryptSecretsResponse, 'next'> & { readonly service: EncryptingService };
type WalkRequest = { readonly service: EncryptingService; readonly env: Environment; readonly dryRun: boolean };

/** One step encrypts 2,000 secrets again at most. */
const STEP_DEADLINE_MS = 60_000;
/**
 * Calls go round the replicas of a service: so many first steps reach each of them, in a deployment of the
 * usual size more than once.
 */
const PROBES = 16;

/**
 * Walks everything that a service has encrypted, step by step. Each step may be answered by another replica,
 * so all of them must agree on their keys.
 */
export async function walkSecrets({ service, env, dryRun }: WalkRequest): Promise<WalkResult> {
  const steps = await withClient({ service, env, deadlineMs: STEP_DEADLINE_MS }, async ({ client, call }) => {
    const first = await client.reencryptSecrets(call, { dryRun: true });
    const agreed = (step: ReencryptSecretsResponse): ReencryptSecretsResponse => {
      if (keysOf(step) !== keysOf(first)) throw mixed(service);
      return step;
    };
    for (let probe = 1; probe < PROBES; probe += 1) agreed(await client.reencryptSecrets(call, { dryRun: true }));
    return pages(async (from) => agreed(await client.reencryptSecrets(call, { dryRun, ...from })));
  });
  const [first] = steps;
  return {
    service,
    encryptionKeyId: first?.encryptionKeyId ?? '',
    decryptionKeyIds: first?.decryptionKeyIds ?? [],
    counts: countsOf(steps),
    reencrypted: steps.reduce((sum, step) => sum + step.reencrypted, 0),
    unreadable: steps.reduce((sum, step) => sum + step.unreadable, 0),
  };
}

const keysOf = ({ encryptionKeyId, decryptionKeyIds }: ReencryptSecretsResponse): string =>
  [encryptionKeyId, ...decryptionKeyIds.toSorted()].join();

const mixed = (service: EncryptingService): OperatorError =>
  new OperatorError(`The replicas of ${service} have different keys: wait until its rollout has ended, then again.`);

function countsOf(steps: readonly ReencryptSecretsResponse[]): WalkResult['counts'] {
  const sums = new Map<string, WalkResult['counts'][number]>();
  for (const { collection, keyId, values } of steps.flatMap(({ counts }) => counts)) {
    const key = `${collection} ${keyId}`;
    sums.set(key, { collection, keyId, values: (sums.get(key)?.values ?? 0) + values });
  }
  return [...sums.values()];
}
