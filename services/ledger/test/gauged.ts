import { startTelemetry } from '@gx/runtime';
import type { ExecutionContext } from 'ava';

/** What the gauge of mismatches stands at now, as Prometheus would read it. */
export async function gauged(t: ExecutionContext): Promise<() => Promise<number>> {
  const telemetry = await startTelemetry('ledger', undefined);
  t.teardown(() => telemetry.stop());
  return async () => {
    const text = await telemetry.metrics();
    return Number(/^gx_ledger_mismatches(?:\{[^}]*\})? (\S+)/m.exec(text)?.[1] ?? Number.NaN);
  };
}
