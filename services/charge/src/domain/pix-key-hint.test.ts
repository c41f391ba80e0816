import test from 'ava';
import { hintOf } from './pix-key-hint.ts';

test('of a Pix key its last four characters are shown, and nothing of one that would be half shown', (t) => {
  const cases = {
    '52998224725': '…4725',
    '01939b6e-7f4b-7000-8000-000000000abc': '…0abc',
    '1234567': '…',
    '12345678': '…5678',
  };
  for (const [key, hint] of Object.entries(cases)) t.is(hintOf(key), hint);
});
