import { parseTaxId, type TaxDocument } from '@gx/core';
import { until } from '@gx/testkit';
import { DUPLICATE_ID, NOT_SUPPORTED, type PixOutDestination, WRONG_OWNER } from '../../src/index.ts';
import { done, LOST_ANSWERS, type PreparedCase, pending, type Rule, TERMS } from './rule.ts';
import { AMOUNT, ended, MARIA, reported, sentPix } from './sent-pix.ts';

const documentOf = (text: string): TaxDocument => parseTaxId(text) as TaxDocument;
const SOMEBODY = documentOf('52998224725');
const ACCOUNT: PixOutDestination = {
  kind: 'bank_account',
  ispb: '09089356',
  branch: '1',
  account: '123453219',
  accountType: 'checking',
  holderName: 'Maria da Silva',
  holderDocument: SOMEBODY,
};
/** The static code of the manual of the central bank. */
const CODE: PixOutDestination = {
  kind: 'br_code',
  brCode:
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
};
const KEY = { kind: 'key', key: MARIA } as const;
const ALL = [KEY, ACCOUNT, CODE] as const;

/** A Pix goes where it was to go, by every kind of destination, and nowhere else. */
export function pixOutDestinationRules(rule: Rule): void {
  for (const destination of ALL) {
    const { kind } = destination;
    rule(`send to a ${kind}: under way, then sent, and the callback says the same`, {}, async (t, it) => {
      t.true(it.provider.capabilities().pixOut?.destinations.includes(kind));
      done(t, await it.provider.registerCallbackUrl(it.callbackUrl));
      const request = sentPix(it, destination);
      t.like(pending(t, await request.send()), { id: request.id, amount: AMOUNT, status: 'in_progress' });
      const sent = await ended(request);
      t.like(sent, { amount: AMOUNT, status: 'sent', returns: [] });
      await until('the callback', () => it.callbacks.length === 1);
      t.deepEqual(reported(it), [sent]);
      it.assertClean();
    });
  }

  rule('send: an id that was used for one destination is taken for every other', {}, async (t, it) => {
    const request = sentPix(it, CODE);
    await request.send();
    for (const destination of ALL) {
      const { kind, body } = sentPix(it, destination);
      const again = await it.provider.sendPix({ id: request.id, kind, body });
      t.like(again, { kind: 'declined', code: DUPLICATE_ID, status: 409 });
    }
    t.is((await ended(request)).status, 'sent');
    it.assertClean();
  });

  for (const [how, reason, happened] of LOST_ANSWERS) {
    rule(`send to a br_code: the bank ${how}: unknown, a query shows it, and one Pix goes out`, {}, async (t, it) => {
      const request = sentPix(it, CODE);
      done(t, await request.get());
      await it.misbehave(how, 'send', 1);
      const call = reason === 'deadline' ? { deadlineMs: 1_500 } : {};
      t.like(await it.provider.sendPix(request, call), { kind: 'unknown', cause: { reason } });
      t.is((await request.send()).kind, happened ? 'declined' : 'pending');
      t.is((await ended(request)).status, 'sent');
      it.assertClean({ byBank: how === 'answers_html' });
    });
  }

  rule('send: the code of a charge pays that charge, and no other amount than the charge’s', {}, async (t, it) => {
    const { brCode } = done(t, await it.provider.createCharge(it));
    const destination = { kind: 'br_code', brCode: brCode ?? '' } as const;
    const short = sentPix(it, destination);
    await short.send();
    t.like(await ended(short), { status: 'failed', reason: 'AM12' });
    t.is(done(t, await it.provider.getCharge(it.txid))?.status, 'active');
    const whole = sentPix(it, destination, TERMS.amount);
    await whole.send();
    const { endToEndId, status } = await ended(whole);
    t.is(status, 'sent');
    const paid = done(t, await it.provider.getCharge(it.txid));
    t.like(paid, { status: 'concluded', payments: [{ payment: { endToEndId, amount: TERMS.amount } }] });
    const twice = sentPix(it, destination, TERMS.amount);
    await twice.send();
    t.like(await ended(twice), { status: 'failed', reason: 'BE17' });
    it.assertClean();
  });

  rule('send: to its owner a key is paid, to nobody else, and nothing is there then', {}, async (t, it) => {
    const other = sentPix(it, { ...KEY, owner: SOMEBODY });
    t.like(await other.send(), { kind: 'declined', code: WRONG_OWNER, status: 400 });
    t.is(done(t, await other.get()), null);
    const { document } = done(t, await it.provider.getKeyOwner(MARIA)) ?? { document: SOMEBODY };
    const right = sentPix(it, { ...KEY, owner: document });
    pending(t, await right.send());
    t.is((await ended(right)).status, 'sent');
    it.assertClean();
  });

  rule('send: what came back is shown by its id, in callback and query, and it is sent still', {}, async (t, it) => {
    done(t, await it.provider.registerCallbackUrl(it.callbackUrl));
    await it.misbehave('sends_a_part_back', 'send', 1);
    const request = sentPix(it);
    await request.send();
    await until('both callbacks', () => it.callbacks.length === 2);
    const back = reported(it).filter(({ returns }) => returns.length > 0);
    t.like(back, { length: 1, 0: { id: request.id, status: 'sent', returns: [{ amount: 34 }] } } as never);
    t.deepEqual(done(t, await request.get()), back[0]);
    it.assertClean();
  });

  rule('send: a kind that the bank does not send to is not sent', { keysAlone: true }, async (t, it) => {
    const expected = { destinations: ['key'], keyOwner: false, oneAtATime: true } as const;
    t.deepEqual(it.provider.capabilities().pixOut, expected);
    for (const destination of [ACCOUNT, CODE])
      t.like(await sentPix(it, destination).send(), { kind: 'declined', code: NOT_SUPPORTED });
    t.like(await it.provider.getKeyOwner(MARIA), { kind: 'declined', code: NOT_SUPPORTED });
    t.deepEqual([it.requests('send'), it.requests('get_key_owner'), it.requests('token')], [[], [], []]);
    t.is((await sentPix(it).send()).kind, 'pending');
    it.assertClean();
  });

  keyOwnerRules(rule);
}

/** The owner of a key is one document, or nobody's, or not known. */
function keyOwnerRules(rule: Rule): void {
  const ask = (it: PreparedCase, key = MARIA, call = {}) => it.provider.getKeyOwner(key, call);

  rule(
    'key owner: the same person each time, the document of a CPF key, nobody of what is no key',
    {},
    async (t, it) => {
      t.true(it.provider.capabilities().pixOut?.keyOwner);
      const owner = done(t, await ask(it));
      t.is(owner?.document.kind, 'cpf');
      t.deepEqual(done(t, await ask(it)), owner);
      t.deepEqual(done(t, await ask(it, SOMEBODY.value))?.document, SOMEBODY);
      t.is(done(t, await ask(it, '52998224720')), null);
      await it.misbehave('finds_no_such_key', 'get_key_owner', 1);
      t.is(done(t, await ask(it)), null);
      it.assertClean();
    },
  );

  for (const [how, reason] of LOST_ANSWERS) {
    rule(`key owner: a bank that ${how} has named nobody, and the next question is answered`, {}, async (t, it) => {
      done(t, await ask(it));
      await it.misbehave(how, 'get_key_owner', 1);
      const call = reason === 'deadline' ? { deadlineMs: 1_500 } : {};
      t.like(await ask(it, MARIA, call), { kind: 'unknown', cause: { reason } });
      t.truthy(done(t, await ask(it)));
      it.assertClean({ byBank: how === 'answers_html' });
    });
  }

  rule('key owner: a directory that limits look-ups has not answered, and all else goes on', {}, async (t, it) => {
    await it.misbehave('rate_limits', 'get_key_owner', 1);
    t.like(await ask(it), { kind: 'not_sent', cause: { reason: 'rate_limited', retryAfterSeconds: 1 } });
    t.is((await sentPix(it).send()).kind, 'pending');
    t.is((await ask(it)).kind, 'not_sent');
    it.assertClean();
  });

  rule('key owner: a bank that cannot is not called', { plain: true }, async (t, it) => {
    t.like(await ask(it), { kind: 'declined', code: NOT_SUPPORTED });
    t.deepEqual(it.requests('get_key_owner'), []);
    it.assertClean();
  });
}
