import type { HttpAnswer } from '@gx/testkit/faults';

/** A JSON answer of the bank with something changed in it. */
export function rewritten(answer: HttpAnswer, change: (body: Record<string, unknown>) => void): void {
  const body = JSON.parse(answer.body) as Record<string, unknown>;
  change(body);
  answer.body = JSON.stringify(body);
}

export function refuseWith(answer: HttpAnswer, status: number, problem: string): void {
  answer.status = status;
  answer.body = JSON.stringify({ type: `https://pix.bcb.gov.br/api/v2/error/${problem}`, title: problem, status });
}
