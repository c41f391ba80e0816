import test from 'ava';
import { type Capture, captureDeliveries } from './captured.ts';
import { holdSample, titleOf } from './hold-samples.ts';
import { LANGUAGES } from './samples.ts';

/** Each of them has two canonical deliveries, which carry both signatures. */
const CHARGES = 500;

let captured: Capture;
test.before(async () => {
  captured = await captureDeliveries(CHARGES);
});

for (const language of LANGUAGES)
  test.serial(
    titleOf(language, 'accepts each of 1,000 deliveries under both signatures, and no copy with one thing wrong'),
    async (t) => {
      t.timeout(180_000);
      const both = captured.deliveries.filter(({ request }) =>
        String(request.headers['x-service-signature']).startsWith('t='),
      );
      t.is(both.length, 2 * CHARGES);
      await holdSample(t, language, captured);
    },
  );
