import { collectEvidence, type RunEvidence } from '../../faults/checker/evidence.ts';
import type { Worker } from '../../faults/world/worker.ts';
import type { Theatre } from '../run-scenario.ts';
import { readRecords } from './records.ts';
import { storyOf } from './story.ts';

/**
 * Everything there is to know about a stage once it is quiet, from the same books as the checker's own worlds
 * keep.
 */
export async function evidenceOf({ stage, sut, books }: Theatre): Promise<RunEvidence> {
  const source = {
    database: books.of,
    bankClient: stage.bankClient,
    bus: await readRecords(stage),
    environment: { doors: sut.doors },
  };
  return collectEvidence(source as unknown as Worker, storyOf(sut));
}
