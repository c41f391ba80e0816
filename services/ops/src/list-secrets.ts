import { demandAddresses, type Environment } from './config.ts';
import { type EncryptionReport, encryptionReport, encryptionText } from './encryption-report.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { ENCRYPTING_SERVICES, walkSecrets } from './walk-secrets.ts';

export type ListSecrets = { readonly json?: true };

/**
 * `ops secrets list`: which keys the services have, and how much is encrypted under which. Exit code 1 when
 * somebody cannot open what they need.
 */
export async function listSecrets({ json }: ListSecrets, terminal: Terminal): Promise<ExitCode> {
  const report = await reportOf(terminal.env);
  terminal.out(json ? `${JSON.stringify(report)}\n` : encryptionText(report));
  return report.problems.length === 0 ? EXIT.done : EXIT.problems;
}

async function reportOf(env: Environment): Promise<EncryptionReport> {
  demandAddresses(ENCRYPTING_SERVICES, env);
  const walked = [];
  for (const service of ENCRYPTING_SERVICES) walked.push(await walkSecrets({ service, env, dryRun: true }));
  return encryptionReport(walked);
}
