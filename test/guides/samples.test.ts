import test from 'ava';
import { type Capture, captureDeliveries } from './captured.ts';
import { holdSample, titleOf } from './hold-samples.ts';
import { LANGUAGES } from './samples.ts';

let captured: Capture;
test.before(async () => {
  captured = await captureDeliveries(20);
});

for (const language of LANGUAGES)
  test.serial(
    titleOf(
      language,
      'accepts real deliveries by both signatures, and none that is changed, stale or of another secret',
    ),
    async (t) => {
      t.timeout(180_000);
      await holdSample(t, language, captured);
    },
  );
