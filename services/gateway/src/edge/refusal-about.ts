import { Refusal } from '@gx/core';
import { redactText } from '@gx/runtime';

const NAME_MAX = 64;

/**
 * Blames a field or parameter that the client named: the name is bounded, and loses a key that got into it.
 */
export function refusalAbout(name: string, problem: string): Refusal {
  const param = redactText(name.slice(0, NAME_MAX));
  return new Refusal('invalid_request', `${param}: ${problem}`, { param });
}
