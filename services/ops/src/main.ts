import { environment } from './config.ts';
import { runOps } from './program.ts';

// As the first process of a container it would ignore both.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(2));
process.removeAllListeners('warning');
process.on('warning', (warning) => process.stderr.write(`ops: ${warning.message}\n`));
process.exitCode = await runOps(process.argv.slice(2), {
  env: environment,
  stdin: process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
