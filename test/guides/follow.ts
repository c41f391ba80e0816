import { freePort } from '@gx/stack';
import type { ExecutionContext } from 'ava';
import { commandsOf, type GuideStep, stepsOfGuide, wordsToRead } from './guide.ts';
import { openTerminal } from './terminal.ts';

/** A newcomer's way to a verified webhook: so many commands, and so much to read at this pace. */
const COMMANDS_MAX = 12;
const MINUTES_MAX = 5;
const WORDS_PER_MINUTE = 230;

/** Does what a page shows, in its order, in one shell. */
export async function follow(t: ExecutionContext, page: string): Promise<readonly GuideStep[]> {
  // Somebody else of this machine may listen at the port of the guide.
  const steps = stepsOfGuide(page.replaceAll('4000', String(await freePort())));
  const terminal = await openTerminal();
  t.teardown(terminal.close);
  for (const step of steps) await terminal.follow(step);
  return steps;
}

/** Does what quick start and webhooks show, one after the other, and holds them to a newcomer's patience. */
export async function followAsNewcomer(t: ExecutionContext, pages: string): Promise<void> {
  const [toVerified = '', ...rest] = pages.split('\nverified charge.paid');
  t.is(rest.length, 1, 'the way leads to one verified webhook');
  const minutes = wordsToRead(toVerified) / WORDS_PER_MINUTE;
  t.true(minutes <= MINUTES_MAX, `${minutes} minutes to read`);
  const steps = await follow(t, pages);
  const commands = steps.flatMap((step) => (step.kind === 'run' ? commandsOf(step.commands) : []));
  t.true(commands.length <= COMMANDS_MAX, `${commands.length} commands`);
}
