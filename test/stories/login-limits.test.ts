import { startWebhookSink, uniqueName } from '@gx/testkit';
import anyTest, { type TestFn } from 'ava';
import { BEHIND_TESTS, logInFrom, postFrom, seen } from './login-from.ts';
import { mailSettings, tokenMailed } from './mails.ts';
import { openLogin } from './shop.ts';
import { type Stack, startStack } from './stack.ts';

type Hook = Awaited<ReturnType<typeof startWebhookSink>>;
const test = anyTest as TestFn<{ stack: Stack; hook: Hook }>;
const HOME = '198.51.100.7';
const STRANGER = '198.51.100.8';
const address = (nth: number): string => `203.0.113.${nth}`;

test.before(async (t) => {
  const hook = await startWebhookSink();
  const overrides = { gateway: BEHIND_TESTS, keys: mailSettings(hook) };
  t.context = { hook, stack: await startStack({ replicas: { gateway: 2, keys: 2 }, overrides }) };
});
test.after.always(async (t) => {
  await t.context.stack?.stop();
  await t.context.hook?.stop();
});

/** Twenty addresses that guess once each, at all gateways. */
async function guess({ gateways }: Stack, email: string): Promise<object[]> {
  const answers = [];
  for (let nth = 0; nth < 20; nth += 1)
    answers.push(await logInFrom(gateways[nth % 2] ?? '', address(nth), { email, password: `guess ${nth}` }));
  return answers.map(seen);
}

test('strangers who guess at an e-mail keep neither its owner out, who logged in before, nor anybody with the reset link', async (t) => {
  const { stack, hook } = t.context;
  const owner = await openLogin(stack);
  t.is((await logInFrom(stack.gateway, HOME, owner)).status, 200);
  await guess(stack, owner.email);
  for (const gateway of stack.gateways) {
    const refused = await logInFrom(gateway, STRANGER, owner);
    t.is(refused.status, 429, 'a stranger has the right password');
    t.like(refused.body.error, { code: 'rate_limited', type: 'rate_limit_error' });
    const wait = Number(refused.headers['retry-after']);
    t.true(wait > 3_500 && wait <= 3_660, `${wait} s`);
    for (let nth = 0; nth < 3; nth += 1) t.is((await logInFrom(gateway, HOME, owner)).status, 200);
  }
  t.is((await postFrom(stack.gateway, STRANGER, '/v1/auth/password-reset', { email: owner.email })).status, 202);
  const token = await tokenMailed(hook, { kind: 'password_reset', email: owner.email });
  const password = 'another password';
  const confirmed = { token, newPassword: password };
  t.is((await postFrom(stack.gateway, STRANGER, '/v1/auth/password-reset/confirm', confirmed)).status, 204);
  const { email } = owner;
  for (const gateway of stack.gateways) {
    t.is((await logInFrom(gateway, STRANGER, { email, password })).status, 200, 'who used the link is known');
    t.is((await logInFrom(gateway, address(99), { email, password })).status, 429, 'and nobody else');
  }
});

test('of an e-mail that nobody has every answer is that of one that somebody has, before, while and after strangers wait', async (t) => {
  const { stack } = t.context;
  const owner = await openLogin(stack);
  t.is((await logInFrom(stack.gateway, HOME, owner)).status, 200);
  const nobody = `${uniqueName('nobody')}@example.com`;
  const answersOf = async (email: string) => {
    const answers = [...(await guess(stack, email))];
    for (const gateway of stack.gateways)
      answers.push(seen(await logInFrom(gateway, STRANGER, { email, password: owner.password })));
    const reset = await postFrom(stack.gateway, `${STRANGER}0`, '/v1/auth/password-reset', { email });
    return [...answers, seen(reset)];
  };
  t.deepEqual(await answersOf(nobody), await answersOf(owner.email));
});

test('no line of the product’s logs has the e-mail, the password or the address of a login', async (t) => {
  const { stack } = t.context;
  const canary = { email: `${uniqueName('canary')}@example.com`, password: 'canary-of-a-password' };
  const from = '192.0.2.231';
  for (let nth = 0; nth < 12; nth += 1) await logInFrom(stack.gateway, from, canary);
  const leaks = stack.lines.filter((line) => [canary.email, canary.password, from].some((text) => line.includes(text)));
  t.deepEqual(leaks, []);
});
