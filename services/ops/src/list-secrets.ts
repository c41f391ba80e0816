import { demandAddresses } from './config.ts';
import { encryptionReport, encryptionText } from './encryption-report.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { ENCRYPTING_SERVICES, type WalkResult, walkSecrets } from './walk-secrets.ts';

/**
 * `ops secrets list`: which keys the services have, and how much is encrypted under which. Exit code 1 when
 * somebody cannot open what they need.
 */
export async function listSecrets({ json }: { readonly json?: true }, terminal: Terminal): Promise<ExitCode> {
  demandAddresses(ENCRYPTING_SERVICES, terminal.env);
  const walked: WalkResult[] = [];
  for (const service of ENCRYPTING_SERVICES)
    walked.push(await walkSecrets({ service, env: terminal.env, dryRun: true }));
  const report = encryptionReport(walked);
  terminal.out(json ? `${JSON.stringify(report)}\n` : encryptionText(report));
  return report.problems.length === 0 ? EXIT.done : EXIT.problems;
}
