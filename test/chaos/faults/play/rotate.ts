import { randomBytes } from 'node:crypto';
import { CALL, type FaultStage, insist, isFinal } from './stage.ts';
import type { Rotation } from './story.ts';

/** A key that is in use at every gateway. */
export type CurrentKey = {
  readonly id: string;
  readonly key: string;
  readonly label: string;
  readonly accessToken: string;
};

export async function keyInUse(stage: FaultStage): Promise<CurrentKey> {
  const { worker } = stage;
  const accessToken = await worker.accessToken();
  // An issue whose answer is lost leaves a key that nobody knows: the next try is another key, by its own
  // name.
  let label = '';
  const { id, apiKey: key } = await insist(stage, () => {
    label = `key ${randomBytes(6).toString('hex')}`;
    return worker.gateway.keys.issueKey(CALL, { accessToken, label });
  });
  for (const { admits } of worker.edges) await admits(key);
  return { id, key, label, accessToken };
}

/**
 * Uses a key while it is rotated: once, or again later, as the dice say. How many of the later uses still
 * find it valid is up to the machine, and a gateway that has refused a key asks nobody again; so a sweep,
 * which comes back to each crossing by its number, has only the first.
 */
async function useMeanwhile({ worker, random }: FaultStage, key: string): Promise<void> {
  const pauses = random.chance(0.5) ? USE_AGAIN_AFTER_MS : [];
  for (const pauseMs of [0, ...pauses]) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    for (const { admits } of worker.edges) await admits(key);
  }
}

/** Rotates a key while it is used, and presents it again everywhere from the moment of the answer on. */
export async function rotate(stage: FaultStage, inUse: CurrentKey): Promise<Rotation> {
  const { worker, merchant } = stage;
  const used = useMeanwhile(stage, inUse.key);
  const fresh = await rotateUntilAnswered(stage, inUse);
  const late = await Promise.all(
    Array.from({ length: LATE_ATTEMPTS }, () => worker.edges.map(({ admits }) => admits(inUse.key))).flat(),
  );
  await used;
  const [works] = await Promise.all(worker.edges.map(({ admits }) => admits(fresh)));
  const rotation = {
    label: inUse.label,
    fresh,
    triedLate: late.length,
    acceptedLate: late.filter((admitted) => admitted === true).length,
    freshWorks: works !== false,
  };
  merchant.rotations.push(rotation);
  return rotation;
}

const USE_AGAIN_AFTER_MS = [100, 100];
const LATE_ATTEMPTS = 3;

/** A rotation whose answer was lost has happened or not: the list tells, and what is in it is rotated. */
async function rotateUntilAnswered(stage: FaultStage, { label, accessToken, ...old }: CurrentKey): Promise<string> {
  const { keys } = stage.worker.gateway;
  let id = old.id;
  for (;;) {
    try {
      return (await keys.rotateKey(CALL, { accessToken, id })).apiKey;
    } catch (error) {
      if (isFinal(error) && error.code !== 'not_found') throw error;
    }
    const listed = await insist(stage, () => keys.listKeys(CALL, { accessToken }));
    id = listed.keys.find((key) => key.label === label)?.id ?? id;
  }
}
