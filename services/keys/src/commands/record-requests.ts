import type { CallContext } from '@gx/runtime';
import type { Deps } from '../deps.ts';
import type { RequestLog } from '../store/request-logs.ts';

type RecordRequestsDeps = Pick<Deps, 'requestLogs' | 'assertions'>;
/** A record, and by whose word it is of the key that it names. */
export type AssertedRecord = { readonly log: RequestLog; readonly assertion: string | undefined };

/**
 * Keeps the records for whose keys `keys` itself has given its word at the time of the request: a batch may
 * wait for long, and a gateway that is in foreign hands writes nothing into the log of a merchant who did not
 * call it.
 */
export async function recordRequests(
  { requestLogs, assertions }: RecordRequestsDeps,
  ctx: CallContext,
  records: readonly AssertedRecord[],
): Promise<void> {
  // Anybody may be the caller without TLS, and an older gateway for as long as an operator says.
  const needsNone = ctx.isPlaintext === true || assertions.unassertedUntil(ctx.now) !== undefined;
  const checked = await Promise.all(
    records.map(async ({ log, assertion }) => ({
      log,
      problem: assertion === undefined && needsNone ? undefined : await problemOf(assertions, log, assertion),
    })),
  );
  await requestLogs.record(checked.flatMap(({ log, problem }) => (problem === undefined ? [log] : [])));
  const refused = checked.flatMap(({ problem }) => problem ?? []);
  if (refused.length > 0)
    ctx.log.error(
      { alarm: 'call_not_asserted', why: refused[0], records: refused.length },
      'records of requests were not kept',
    );
}

/** Why it is not of the key that it names; undefined: it is. */
async function problemOf(
  assertions: RecordRequestsDeps['assertions'],
  { accountId, livemode, fingerprint, at }: RequestLog,
  assertion: string | undefined,
): Promise<string | undefined> {
  if (assertion === undefined) return 'it carries no assertion';
  const read = await assertions.read(assertion, at);
  if (typeof read === 'string') return read;
  if (read.tenant.accountId !== accountId) return 'its assertion is of another account';
  if (read.tenant.livemode !== livemode) return 'its assertion is of the other mode';
  return read.fingerprint === fingerprint ? undefined : 'its assertion is of another key';
}
