import test from 'ava';
import { get, startRig } from './rig.ts';

/** The button of a test charge's page, as its requests. */
const rig = await startRig();
test.after.always('everything stops', rig.stop);

const TEST_CHARGE = { livemode: false, simulated: true } as const;
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };
const press = (id: string, headers: Readonly<Record<string, string>> = SAME_ORIGIN, query = '') =>
  fetch(`${rig.url}/${id}/test_payment${query}`, { method: 'POST', headers, redirect: 'manual' });
const policyOf = async (id: string): Promise<string> =>
  (await get(`${rig.url}/${id}`)).headers.get('content-security-policy') ?? '';

test('pressed on its own page: the charge is paid, and the browser is led back to the page in its language', async (t) => {
  const id = rig.charge.add(TEST_CHARGE);
  t.regex((await get(`${rig.url}/${id}?lang=en`)).text, new RegExp(`action="/${id}/test_payment\\?lang=en"`));
  const response = await press(id, SAME_ORIGIN, '?lang=en');
  t.deepEqual([response.status, response.headers.get('location')], [303, `/${id}?lang=en`]);
  t.is(response.headers.get('cache-control'), 'no-store');
  t.true((await get(`${rig.url}/${id}?lang=en`)).text.includes('Payment confirmed'));
});

test('404 from another site, and from what is no browser; nothing reaches charge', async (t) => {
  const id = rig.charge.add(TEST_CHARGE);
  for (const headers of [{}, ...['cross-site', 'same-site', 'none', ''].map((site) => ({ 'sec-fetch-site': site }))]) {
    const response = await press(id, headers);
    t.is(response.status, 404, JSON.stringify(headers));
    t.regex(await response.text(), /Cobrança não encontrada/);
  }
  t.false(rig.charge.queries.testPayments.includes(id));
});

test('404 of a live charge and of none; a page without the button has no form and may send none', async (t) => {
  const live = rig.charge.add();
  for (const id of [live, '019a0000-0000-7000-8000-000000000000', 'nonsense']) t.is((await press(id)).status, 404, id);
  for (const id of [live, rig.charge.add({ ...TEST_CHARGE, status: 'PAID' })]) {
    t.false((await get(`${rig.url}/${id}`)).text.includes('<form'));
    t.regex(await policyOf(id), /; form-action 'none';/);
  }
  t.regex(await policyOf(rig.charge.add(TEST_CHARGE)), /; form-action 'self';/);
});

test('429 of a charge whose button is pressed again and again; another charge is paid all the same', async (t) => {
  const id = rig.charge.add(TEST_CHARGE);
  for (let count = 0; count < 10; count += 1) await press(id);
  const refused = await press(id);
  t.is(refused.status, 429);
  t.true(Number(refused.headers.get('retry-after')) > 0);
  t.is(rig.charge.queries.testPayments.filter((one) => one === id).length, 10);
  t.is((await press(rig.charge.add(TEST_CHARGE))).status, 303);
});

test('who reloads after a refusal is led to the page', async (t) => {
  const id = rig.charge.add(TEST_CHARGE);
  const response = await fetch(`${rig.url}/${id}/test_payment?lang=en`, { redirect: 'manual' });
  t.deepEqual([response.status, response.headers.get('location')], [303, `/${id}?lang=en`]);
});
