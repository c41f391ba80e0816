import { rawValue } from '@gx/runtime';
import { OperatorError, type Terminal } from './terminal.ts';

const WAIT_MS = 30_000;

/**
 * A secret from the variable `name` or the file that `<name>_FILE` names, else from standard input without
 * its last line break. Never from an argument: those are seen by every user of the machine and kept in its
 * shell's history.
 */
export async function readSecret(name: string, { env, stdin }: Pick<Terminal, 'env' | 'stdin'>): Promise<string> {
  const given = givenSecret(name, { env });
  if (given !== undefined) return given;
  const ways = `set ${name}, or pass it on standard input`;
  if (stdin.isTTY === true) throw new OperatorError(`A secret is missing: ${ways}.`);
  const read = (await readAll(stdin, ways)).replace(/\r?\n$/, '');
  if (read === '') throw new OperatorError(`A secret is missing: ${ways}.`);
  return read;
}

/**
 * The same for what may be left out: standard input is not asked. A file that is named and empty is an
 * oversight, which must not read as left out.
 */
export function givenSecret(name: string, { env }: Pick<Terminal, 'env'>): string | undefined {
  const given = rawValue(env, name);
  if (given instanceof Error) throw new OperatorError(`${name} ${given.message}.`);
  if (given === '' && env[name] === undefined) throw new OperatorError(`The file that ${name}_FILE names is empty.`);
  return given === '' ? undefined : given;
}

function readAll(stdin: Terminal['stdin'], ways: string): Promise<string> {
  const chunks: Buffer[] = [];
  return new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      // Left open it would keep the process alive.
      stdin.pause();
      reject(new OperatorError(`Standard input stayed open: ${ways}.`));
    }, WAIT_MS);
    stdin.on('data', (chunk: Buffer | string) => chunks.push(Buffer.from(chunk)));
    stdin.once('error', reject);
    stdin.once('end', () => {
      clearTimeout(late);
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
  });
}
