import { freePort } from '@gx/stack';
import test, { type ExecutionContext } from 'ava';
import { openAccount } from '../stories/shop.ts';
import { type Stack, startStack } from '../stories/stack.ts';
import { commandsOf, GUIDES, type GuideStep, guideText, stepsOfGuide, wordsToRead } from './guide.ts';
import { openTerminal } from './terminal.ts';

/** What stands first of all: each guide goes on in a shell that has done it. */
const EXPORTS = 'export GX=http://127.0.0.1:8080\nexport API_KEY=gx_test_...\n';

/** A newcomer's way to a verified webhook: so many commands, and so much to read at this pace. */
const COMMANDS_MAX = 12;
const MINUTES_MAX = 5;
const WORDS_PER_MINUTE = 230;

let stack: Stack;
test.before(async () => {
  stack = await startStack();
});
test.after.always(() => stack?.stop());

/**
 * Does what a guide shows, as a reader of this stack has it before them: where the gateway shows the page, it
 * fills in the same address and key.
 */
async function follow(t: ExecutionContext, page: string): Promise<readonly GuideStep[]> {
  const values = [
    ['http://127.0.0.1:8080', stack.gateway],
    ['gx_test_...', await openAccount(stack)],
    // Somebody else of this machine may listen at the port of the guide.
    ['4000', String(await freePort())],
  ] as const;
  const steps = stepsOfGuide(values.reduce((text, [shown, value]) => text.replaceAll(shown, value), page));
  const terminal = await openTerminal();
  t.teardown(terminal.close);
  for (const step of steps) await terminal.follow(step);
  return steps;
}

test.serial('a newcomer who follows quick start and webhooks word for word sees a verified webhook', async (t) => {
  t.timeout(180_000);
  const pages = `${guideText('quick-start')}\n${guideText('webhooks')}`;
  const [toVerified = '', ...rest] = pages.split('\nverified charge.paid');
  t.is(rest.length, 1);
  const minutes = wordsToRead(toVerified) / WORDS_PER_MINUTE;
  t.true(minutes <= MINUTES_MAX, `${minutes} minutes to read`);
  const steps = await follow(t, pages);
  t.is(steps[0]?.kind === 'run' && steps[0].commands.startsWith('export GX='), true);
  const commands = steps.flatMap((step) => (step.kind === 'run' ? commandsOf(step.commands) : []));
  t.true(commands.length <= COMMANDS_MAX, `${commands.length} commands`);
});

const isFollowed = (name: string): boolean =>
  !['quick-start', 'webhooks'].includes(name) && stepsOfGuide(guideText(name)).length > 0;
for (const name of GUIDES.filter(isFollowed))
  test.serial(`every block of docs/guides/${name}.md does what the guide shows, in its order`, async (t) => {
    t.timeout(180_000);
    t.true(guideText('quick-start').includes(`\`\`\`sh\n${EXPORTS}\`\`\``));
    const steps = await follow(t, `\`\`\`sh\n${EXPORTS}\`\`\`\n${guideText(name)}`);
    t.true(steps.length > 1);
  });
