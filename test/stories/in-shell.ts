import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a command of the reference was answered. */
export type ExampleResponse = { readonly status: number; readonly contentType: string; readonly text: string };

/** The command as it is, told only to say the status and the type too. */
export async function inShell(source: string, variables: Readonly<Record<string, string>>): Promise<ExampleResponse> {
  const { stdout } = await run('bash', ['-c', `${source} -w '\\n%{http_code} %{content_type}'`], {
    env: { PATH: process.env['PATH'], ...variables },
    encoding: 'latin1',
  });
  const end = stdout.lastIndexOf('\n');
  const [status, ...contentType] = stdout.slice(end + 1).split(' ');
  return { status: Number(status), contentType: contentType.join(' '), text: stdout.slice(0, end) };
}
