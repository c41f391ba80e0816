/**
 * `npm run test:alerts [walk ...]`: each alert's fault by its real means against a real Prometheus, the steps
 * of its page in docs/operations/alerts.md, and the wait until it no longer fires. Needs `prometheus` on the
 * PATH, and `openssl`. Durations of the rules are shortened by one factor, thresholds are not. GX_ALERTS_OUT
 * names the folder for what the terminal showed; the logs of all processes are there, too.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '../architecture/source-files.ts';
import { FACTOR } from './scaled-rules.ts';
import { NO_ALERT, play, type Row } from './walk.ts';
import { WALKS } from './walks/index.ts';
import { type AlertSandbox, makeSandbox } from './world.ts';

const COLUMNS = ['alert', 'fault', 'fired after', 'mended by', 'resolved after', 'fired beside it'];
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

async function playAll(sandbox: AlertSandbox, names: readonly string[], out: string): Promise<number> {
  console.log(row(COLUMNS));
  console.log(row(COLUMNS.map(() => '---')));
  let failed = 0;
  for (const walk of WALKS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const { rows, lines } = await play(sandbox, walk);
    writeFileSync(join(out, `${walk.name}.txt`), `${lines.join('\n')}\n`);
    for (const one of rows) console.log(row(cellsOf(one)));
    const wanted = walk.alerts.length === 0 ? [NO_ALERT] : walk.alerts;
    for (const alert of wanted.slice(rows.length)) {
      failed += 1;
      console.log(row([alert, walk.fault, 'FAILED', lines.at(-1) ?? '', '', '']));
    }
  }
  return failed;
}

const cellsOf = ({ alert, fault, firedAfter, mendedBy, resolvedAfter, beside }: Row): string[] => [
  alert,
  fault,
  firedAfter,
  mendedBy,
  resolvedAfter,
  beside.join(', '),
];

for (const program of ['prometheus', 'openssl']) {
  if (spawnSync(program, ['version']).error === undefined) continue;
  console.error(`test:alerts needs ${program} on the PATH.`);
  process.exit(2);
}
const out = resolve(process.env['GX_ALERTS_OUT'] ?? join(ROOT, '.stack/alerts'));
mkdirSync(out, { recursive: true });
rmSync(join(out, 'logs'), { recursive: true, force: true });
console.log(
  `An hour of the rules is ${FACTOR * 60} minutes here; thresholds are as installed. Transcripts and logs: ${out}`,
);
const sandbox = await makeSandbox(join(out, 'logs'));
let failed = 1;
try {
  failed = await playAll(sandbox, process.argv.slice(2), out);
} finally {
  await sandbox.stop();
}
process.exit(failed === 0 ? 0 : 1);
