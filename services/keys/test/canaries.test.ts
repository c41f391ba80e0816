import { randomBytes } from 'node:crypto';
import { authenticatorApp } from '@gx/testkit';
import test from 'ava';
import { cutProxy } from './cut-proxy.ts';
import { call, NOWHERE, testKeys } from './harness.ts';

test('no key, password, token or e-mail is in any log line at debug level or in an error text, through failing paths too', async (t) => {
  const direct = await testKeys(t);
  const proxy = await cutProxy(t, new URL(direct.database.url));
  const { client, host } = await direct.replica({
    MONGO_URL: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`,
    REDIS_URL: NOWHERE,
  });
  const canary = randomBytes(9).toString('hex');
  const email = `${canary}.mail@example.com`;
  const password = `${canary}-password`;
  const account = { name: 'Loja', userName: 'Ana', email, password };
  const errors: string[] = [];
  const fails = async (work: Promise<unknown>): Promise<void> => {
    errors.push(await work.then(String, (error: Error) => `${error.message} ${error.stack} ${JSON.stringify(error)}`));
  };

  await client.createAccount(call, account);
  const { accessToken } = await client.login(call, { email, password });
  const key = await client.issueKey(call, { accessToken, label: 'till' });
  const next = await client.rotateKey(call, { accessToken, id: key.id });
  const { accountId } = await client.readToken(call, { accessToken });
  const second = `${canary}.second@example.com`;
  const added = await client.addUser(call, { accountId, email: second, role: 'viewer', name: `${canary} name` });
  const disabled = { userId: added.user?.id ?? '', operator: `${canary} operator` };
  await client.disableUser(call, disabled);
  const invited = await client.inviteUser(call, { accessToken, email: `${canary}.third@example.com`, role: 'viewer' });
  await client.requestPasswordReset(call, { email: `${canary}.fourth@example.com` });
  const { secret, otpauthUrl } = await client.setUpTotp(call, { accessToken });
  const app = authenticatorApp(secret);
  const codes = [-1, 0, 1].map((steps) => app.code(new Date(), steps));
  await client.confirmTotp(call, { accessToken, code: codes[0] ?? '' });
  await client.login(call, { email, password, totp: codes[1] ?? '' });
  const random = [key, next].map(({ apiKey }) => apiKey.slice('gx_live_'.length));

  await fails(client.createAccount(call, account));
  await fails(client.createAccount(call, { ...account, email: password, name: '' }));
  await fails(client.login(call, { email, password: `${password}!` }));
  await fails(client.login(call, { email: password, password: email }));
  await fails(client.listKeys(call, { accessToken: `${accessToken}x` }));
  await fails(client.issueKey(call, { accessToken, label: next.apiKey.repeat(3) }));
  await fails(client.rotateKey(call, { accessToken, id: next.apiKey }));
  await fails(client.resolveKey(call, { fingerprint: next.apiKey }));
  await fails(client.addUser(call, { accountId, email, role: 'viewer' }));
  await fails(client.addUser(call, { accountId, email: password, role: password, name: password.repeat(30) }));
  await fails(client.disableUser(call, { ...disabled, userId: email }));
  await fails(client.login(call, { email: second, password: added.password }));
  await fails(client.setAccountSettings(call, { accountId, values: { payoutFee: password } }));
  await fails(client.inviteUser(call, { accessToken, email, role: password, name: password.repeat(30) }));
  await fails(client.inviteUser(call, { accessToken, email, role: 'viewer' }));
  await fails(client.changeUserRole(call, { accessToken, userId: invited.id, role: password }));
  await fails(client.acceptInvitation(call, { token: canary, name: canary, password }));
  await fails(client.resetPassword(call, { token: canary, newPassword: password }));
  await fails(client.changePassword(call, { accessToken, currentPassword: `${password}!`, newPassword: password }));
  const used = { accessToken, totp: codes[1] ?? '' };
  await fails(client.confirmTotp(call, { accessToken, code: codes[1] ?? '' }));
  await fails(client.setUpTotp(call, { accessToken }));
  await fails(client.login(call, { email, password, totp: codes[1] ?? '' }));
  await fails(client.removeTotp(call, used));
  await fails(client.removeUser(call, { ...used, userId: invited.id }));
  await fails(client.removeTotpByOperator(call, { userId: secret, operator: `${canary} operator`, reason: secret }));
  proxy.arm({ at: () => true, when: 'before' });
  const brief = { ...call, deadlineMs: 500 };
  await fails(client.addUser(brief, { accountId, email: `${canary}.third@example.com`, role: 'viewer' }));
  await fails(client.login(brief, { email, password }));
  await fails(client.issueKey(brief, { accessToken }));
  await fails(client.resolveKey(brief, next));

  const canaries = [canary, accessToken, added.password, secret, otpauthUrl, ...random];
  // Six digits may be a part of any number: between quotes, or by the name of their field, they are the code.
  const shown = codes.flatMap((code) => [`"${code}"`, `'${code}'`, `totp: ${code}`, `code: ${code}`, `totp=${code}`]);
  const leaks = (): string[] =>
    [...host.lines, ...errors].filter((line) => [...canaries, ...shown].some((text) => line.includes(text)));
  t.true(host.lines.length >= 8, 'the log was captured');
  t.is(errors.length, 29);
  t.deepEqual(leaks(), []);
  host.log.debug({ note: password }, 'a planted leak');
  t.is(leaks().length, 1, 'a planted leak is found');
  proxy.mend();
});
