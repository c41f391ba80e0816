import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import { count } from './metrics.ts';
import { prettyStream } from './pretty-log.ts';
import { redact, redactText } from './redact.ts';
import { currentIds } from './trace-context.ts';

export type Logger = PinoLogger;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LoggerOptions = {
  readonly service: string;
  readonly level?: LogLevel;
  readonly format?: 'json' | 'pretty';
  readonly destination?: DestinationStream;
};

/** A reader of metrics sees an alarm too. Its name is the code's own. */
function countAlarm(fields: unknown): void {
  if (typeof fields !== 'object' || fields === null || !('alarm' in fields)) return;
  count('gx.alarms', { 'gx.alarm': String(fields.alarm) });
}

/** JSON lines with `trace_id` and `span_id`; every field and message passes the one redaction list. */
export function createLogger({ service, level = 'info', format = 'json', destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: stdTimeFunctions.isoTime,
      messageKey: 'message',
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => redact(fields) as Record<string, unknown>,
      },
      serializers: { err: (value: unknown) => value },
      mixin: () => currentIds(),
      hooks: {
        logMethod(args, method) {
          countAlarm(args[0]);
          const safe = args.map((arg) => (typeof arg === 'string' ? redactText(arg) : arg));
          method.apply(this, safe as Parameters<typeof method>);
        },
      },
    },
    destination ?? (format === 'pretty' ? prettyStream(process.stdout) : pino.destination({ fd: 1, sync: false })),
  );
}
