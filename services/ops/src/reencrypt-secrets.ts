import { demandAddresses } from './config.ts';
import { sealingReport, sealingText } from './sealing-report.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { SEALERS, type Walked, walkSecrets } from './walk-secrets.ts';

export type ReencryptSecrets = { readonly json?: true };

/**
 * `ops secrets reseal`: each service seals again, with the key that it seals with, whatever is under another
 * one; then everything is counted. Exit code 1 when something is left. What a broken-off run has done stays
 * done.
 */
export async function reencryptSecrets({ json }: ReencryptSecrets, terminal: Terminal): Promise<ExitCode> {
  demandAddresses(SEALERS, terminal.env);
  const walked: Walked[] = [];
  for (const service of SEALERS) {
    const done = await walkSecrets({ service, env: terminal.env, dryRun: false });
    if (!json) terminal.out(`${service}: ${done.resealed} sealed again under ${done.sealingKeyId}.\n`);
    const counted = await walkSecrets({ service, env: terminal.env, dryRun: true });
    walked.push({ ...counted, resealed: done.resealed, unreadable: done.unreadable });
  }
  const report = sealingReport(walked);
  const resealed = Object.fromEntries(walked.map((one) => [one.service, one.resealed]));
  terminal.out(json ? `${JSON.stringify({ resealed, ...report })}\n` : `\n${sealingText(report)}`);
  const isLeft = walked.some(({ sealingKeyId, counts }) => counts.some(({ keyId }) => keyId !== sealingKeyId));
  return report.problems.length === 0 && !isLeft ? EXIT.done : EXIT.problems;
}
