import { environment } from './config.ts';
import { runOps } from './program.ts';

process.exitCode = await runOps(process.argv.slice(2), {
  env: environment,
  stdin: process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
