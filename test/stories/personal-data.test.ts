import { startWebhookSink } from '@gx/testkit';
import test from 'ava';
import { mailSettings } from './mails.ts';
import { plantPersons } from './persons.ts';
import { openShop } from './shop.ts';
import { startStack } from './stack.ts';
import { wherePersonsLie } from './where-persons-lie.ts';

test('persons lie in the clear where the table says', async (t) => {
  t.timeout(240_000);
  const hook = await startWebhookSink();
  t.teardown(hook.stop);
  const sink = await startWebhookSink();
  t.teardown(sink.stop);
  const stack = await startStack({ overrides: { keys: mailSettings(hook) } });
  t.teardown(() => stack.stop());
  await plantPersons(stack, await openShop(stack, sink), hook);
  for (const { place, datum } of await wherePersonsLie(stack)) t.log(`${place} | ${datum}`);
});
