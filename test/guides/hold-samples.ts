import type { ExecutionContext } from 'ava';
import { type Capture, trialsOf } from './captured.ts';
import { type Language, missingProgram, verifyBySample } from './samples.ts';

/** What is held of a sample; where the machine cannot run it, that it is not. */
export const titleOf = (language: Language, rule: string): string => {
  const missing = missingProgram(language);
  return missing === undefined
    ? `the sample in ${language} ${rule}`
    : `SKIPPED: the sample in ${language}, this machine has no ${missing}`;
};

/** Shows a sample all that a receiver may meet of these deliveries; passes over it where nothing runs it. */
export async function holdSample(t: ExecutionContext, language: Language, captured: Capture): Promise<void> {
  if (missingProgram(language) !== undefined) {
    t.pass();
    return;
  }
  const trials = trialsOf(captured);
  const answers = await verifyBySample(
    language,
    trials.map(({ verification }) => verification),
  );
  t.is(answers.length, trials.length);
  const wrong = trials.filter(({ accepted }, nth) => answers[nth] !== accepted);
  t.deepEqual(
    wrong.map(({ of, verification }) => `${of} (${verification.kind}) of ${verification.id}`),
    [],
  );
}
