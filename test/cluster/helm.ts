import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** What the charts are installed by; another one renders and waits in other ways. */
export const HELM = '4.2.4';

const folder = join(process.env['GX_STACK_CACHE'] ?? join(homedir(), '.cache', 'gx-stack'), `helm-${HELM}`);

/** `v` and the version that a helm says of itself; undefined where there is none. */
function versionOf(program: string): string | undefined {
  try {
    const version = execFileSync(program, ['version', '--template', '{{.Version}}'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return version.toString().trim();
  } catch {
    return undefined;
  }
}

/**
 * Sees to it that `helm` is the pinned one, for this process and what it starts: the one on the PATH, else
 * the one that was made before, else made by Go from its module. Answers where it is from.
 */
export function usePinnedHelm(): string {
  const found = versionOf('helm');
  if (found === `v${HELM}`) return `helm ${HELM} from the PATH`;
  const other = found === undefined ? 'none' : found;
  if (!existsSync(join(folder, 'helm'))) build(other);
  process.env['PATH'] = `${folder}${delimiter}${process.env['PATH'] ?? ''}`;
  return `helm ${HELM} from ${folder} (${other} on the PATH)`;
}

function build(other: string): void {
  console.log(`helm ${HELM} is made by Go, once: ${other} is on the PATH`);
  mkdirSync(folder, { recursive: true });
  const flags = `-s -w -X helm.sh/helm/v4/internal/version.version=v${HELM}`;
  try {
    execFileSync('go', ['install', '-trimpath', '-ldflags', flags, `helm.sh/helm/v4/cmd/helm@v${HELM}`], {
      stdio: 'inherit',
      env: { ...process.env, GOBIN: folder, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' },
    });
  } catch (cause) {
    throw new Error(`helm ${HELM} is wanted, ${other} is on the PATH, and Go cannot make it: install one of both.`, {
      cause,
    });
  }
}
