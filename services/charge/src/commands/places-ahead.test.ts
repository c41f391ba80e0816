import test from 'ava';
import { PlacesAhead } from './places-ahead.ts';

const NOTHING = async () => undefined;
const SPAN = new Date(0);

test('as many are worth taking as were wanted in the last tenth of a second, none where claims are far apart', (t) => {
  const ahead = new PlacesAhead(NOTHING);
  t.is(ahead.worth(16, 1_000), 0, 'nobody knows how long these took to come');
  t.is(ahead.worth(1, 1_150), 0);
  t.is(ahead.worth(4, 1_170), 20);
  ahead.put({ span: SPAN, places: 20, until: 1_500 });
  for (let taken = 0; taken < 20; taken += 1) t.is(ahead.take(1_200), SPAN);
  t.is(ahead.take(1_200), undefined);
  t.is(ahead.worth(5, 1_220), 50, 'those that were there count as well');
  t.is(ahead.worth(100, 1_230), 64, 'and never more than one process may hold');
});

test('no place is used after its time, and each is given back once', async (t) => {
  const given: [Date, number][] = [];
  const ahead = new PlacesAhead(async (...place) => void given.push(place));
  const until = performance.now() + 3_600_000;
  ahead.put({ span: SPAN, places: 3, until });
  t.is(ahead.take(until - 1), SPAN);
  t.is(ahead.take(until), undefined);
  await ahead.giveBack();
  await ahead.giveBack();
  t.deepEqual(given, [[SPAN, 2]]);
  t.is(ahead.take(until - 1), undefined);
});
