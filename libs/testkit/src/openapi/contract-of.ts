import { type AnswerDetails, answerChecker } from './answer-checker.ts';

const contracts = new Map<string, Promise<string | undefined>>();

/** The contract that a server publishes, or nothing when it publishes none or cannot be reached. */
export function contractOf(origin: string): Promise<string | undefined> {
  const known = contracts.get(origin) ?? read(origin);
  contracts.set(origin, known);
  return known;
}

async function read(origin: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${origin}/openapi.json`);
    return answer.status === 200 ? await answer.text() : undefined;
  } catch {
    // It may be there the next time.
    contracts.delete(origin);
    return undefined;
  }
}

/**
 * Throws when an answer is not what its own server says it gives. A server without a contract says nothing.
 */
export async function holdToContract(origin: string, answer: AnswerDetails): Promise<void> {
  const contract = await contractOf(origin);
  if (contract === undefined) return;
  const problems = answerChecker(contract)(answer);
  if (problems.length > 0)
    throw new Error(`not as the contract says:\n  ${problems.join('\n  ')}\n${answer.text.slice(0, 500)}`);
}
