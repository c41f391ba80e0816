/** Runs the PHP script that is named, with the files beside it, in the PHP that the workspace installs. */
import { readdirSync, readFileSync } from 'node:fs';
import { getPHPLoaderModule } from '@php-wasm/node-8-4';
import { loadPHPRuntime, PHP } from '@php-wasm/universal';

const FOLDER = '/driver';
const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()));
php.mkdir(FOLDER);
for (const name of readdirSync('.', { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])))
  php.writeFile(`${FOLDER}/${name}`, readFileSync(name));
const { text, errors, exitCode } = await php.run({ scriptPath: `${FOLDER}/${process.argv[2]}` });
process.stdout.write(text);
process.stderr.write(errors);
process.exitCode = exitCode;
