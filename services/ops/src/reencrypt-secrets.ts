import { demandAddresses } from './config.ts';
import { encryptionReport, encryptionText } from './encryption-report.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { ENCRYPTING_SERVICES, type WalkResult, walkSecrets } from './walk-secrets.ts';

/**
 * `ops secrets reencrypt`: each service encrypts again, with the key that it encrypts with, whatever is under
 * another one; then everything is counted. Exit code 1 when something is left. What a broken-off run has done
 * stays done.
 */
export async function reencryptSecrets({ json }: { readonly json?: true }, terminal: Terminal): Promise<ExitCode> {
  demandAddresses(ENCRYPTING_SERVICES, terminal.env);
  const walked: WalkResult[] = [];
  for (const service of ENCRYPTING_SERVICES) {
    const done = await walkSecrets({ service, env: terminal.env, dryRun: false });
    if (!json) terminal.out(`${service}: ${done.reencrypted} encrypted again under ${done.encryptionKeyId}.\n`);
    const counted = await walkSecrets({ service, env: terminal.env, dryRun: true });
    walked.push({ ...counted, reencrypted: done.reencrypted, unreadable: done.unreadable });
  }
  const report = encryptionReport(walked);
  const reencrypted = Object.fromEntries(walked.map((one) => [one.service, one.reencrypted]));
  terminal.out(json ? `${JSON.stringify({ reencrypted, ...report })}\n` : `\n${encryptionText(report)}`);
  const isLeft = walked.some(({ encryptionKeyId, counts }) => counts.some(({ keyId }) => keyId !== encryptionKeyId));
  return report.problems.length === 0 && !isLeft ? EXIT.done : EXIT.problems;
}
