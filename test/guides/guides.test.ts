import test from 'ava';
import { openAccount } from '../stories/shop.ts';
import { type Stack, startStack } from '../stories/stack.ts';
import { follow, followAsNewcomer } from './follow.ts';
import { GUIDES, guideText, stepsOfGuide } from './guide.ts';

/** What stands first of all: each guide goes on in a shell that has done it. */
const EXPORTS = '```sh\nexport GX=http://127.0.0.1:8080\nexport API_KEY=gx_test_...\n```\n';

let stack: Stack;
test.before(async () => {
  stack = await startStack();
});
test.after.always(() => stack?.stop());

/** As a reader of this stack has it before them: where the gateway shows the page, it fills in the same. */
const filledIn = async (page: string): Promise<string> =>
  page.replaceAll('http://127.0.0.1:8080', stack.gateway).replaceAll('gx_test_...', await openAccount(stack));

test.serial('a newcomer who follows quick start and webhooks word for word sees a verified webhook', async (t) => {
  t.timeout(180_000);
  const pages = `${guideText('quick-start')}\n${guideText('webhooks')}`;
  t.true(pages.includes(EXPORTS));
  await followAsNewcomer(t, await filledIn(pages));
});

const isFollowed = (name: string): boolean =>
  !['quick-start', 'webhooks'].includes(name) && stepsOfGuide(guideText(name)).length > 0;
for (const name of GUIDES.filter(isFollowed))
  test.serial(`every block of docs/guides/${name}.md does what the guide shows, in its order`, async (t) => {
    t.timeout(180_000);
    const steps = await follow(t, await filledIn(`${EXPORTS}${guideText(name)}`));
    t.true(steps.length > 1);
  });
