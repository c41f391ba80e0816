import test from 'ava';
import { changed, eventsFromStatus, NOW, OWNER, PIX, pendingCharge } from '../../test/pending-charge.ts';
import { endCreation, findByKey, makeVisible } from './create.ts';

const pending = pendingCharge({ surface: 'PAYMENTS' });
const known = changed(makeVisible(pending));
const rejection = { code: 'x', message: 'no' };

test('a charge is made visible once, while it is pending, and nothing is published', (t) => {
  t.like(known, { status: 'PENDING', firstStatus: 'PENDING', sequence: 0 });
  t.deepEqual(eventsFromStatus(makeVisible(pending)), []);
  t.is(makeVisible(known).kind, 'keep');
  t.is(makeVisible(changed(endCreation(pending, OWNER, { kind: 'present', pix: PIX }, NOW))).kind, 'keep');
});

test('its key answers at once, as it did the first time, whatever becomes of it', (t) => {
  t.is(findByKey(pending, 'v1:a'), 'in_flight');
  t.is(findByKey(known, 'v1:a'), 'answered');
  for (const end of [{ kind: 'present', pix: PIX }, { kind: 'reject', rejection }, { kind: 'cancel' }] as const) {
    const ended = changed(endCreation(known, OWNER, end, NOW));
    t.is(ended.firstStatus, 'PENDING', end.kind);
    t.is(findByKey(ended, 'v1:a'), 'answered', end.kind);
  }
});

for (const [end, status, unknown, events] of [
  [{ kind: 'present', pix: PIX }, 'WAITING_PAYMENT', 'WAITING_PAYMENT', ['PENDING charge.created']],
  [{ kind: 'reject', rejection }, 'REFUSED', 'REJECTED', ['PENDING charge.failed']],
  [{ kind: 'cancel' }, 'CANCELLED', 'CANCELLED', ['PENDING charge.failed']],
] as const) {
  test(`${end.kind}: a charge that somebody knows becomes ${status} and that is published; otherwise ${unknown}`, (t) => {
    const decision = endCreation(known, OWNER, end, NOW);
    t.is(changed(decision).status, status);
    t.deepEqual(eventsFromStatus(decision), [...events]);
    const silent = endCreation(pending, OWNER, end, NOW);
    t.is(changed(silent).status, unknown);
    t.deepEqual(eventsFromStatus(silent), end.kind === 'present' ? [...events] : []);
  });
}
