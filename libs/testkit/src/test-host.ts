import { Writable } from 'node:stream';
import { createLogger, Health, type Host, Lifecycle, type LogLevel } from '@gx/runtime';

/** A host for a service that a test starts in its own process; `lines` holds everything it logged. */
export type TestHost = Host & { readonly lines: string[]; readonly stop: () => Promise<void> };

export type TestHostOptions = { readonly level?: LogLevel; readonly now?: () => Date };

/**
 * Starts like `runService` without signals and ports; `stop` must run at the end: `t.teardown(host.stop)`.
 */
export function testHost(name: string, { level = 'debug', now = () => new Date() }: TestHostOptions = {}): TestHost {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      if (process.env['TEST_LOGS'] === 'on') process.stderr.write(String(chunk));
      done();
    },
  });
  const log = createLogger({ service: name, level, destination });
  const life = new Lifecycle();
  return { name, log, life, health: new Health(log), now, lines, stop: () => life.stop() };
}
