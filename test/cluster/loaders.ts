import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Puts the images of an archive into a cluster that takes them from nowhere. */
type Loader = { readonly says: string; readonly load: (archive: string) => void };

const run = (program: string, ...args: string[]): void =>
  void execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });

/** The node of ../shared/cluster, where KUBECONFIG is of it. */
function nodeOfThisMachine(): Loader | undefined {
  const home = process.env['GX_CLUSTER_HOME'] ?? join(homedir(), '.cache', 'gx-cluster');
  const [ctr, socket] = [join(home, 'bin/ctr'), join(home, 'run/containerd.sock')];
  if (!process.env['KUBECONFIG']?.startsWith(`${home}/`) || !existsSync(socket)) return undefined;
  const load = (archive: string): void =>
    run(ctr, '-a', socket, '-n', 'k8s.io', 'images', 'import', '--local', archive);
  return { says: `containerd of ${home}`, load };
}

/** Clusters whose own program does it. */
function clusterOfAProgram(): Loader | undefined {
  const context = execFileSync('kubectl', ['config', 'current-context'], { encoding: 'utf8' }).trim();
  if (context.startsWith('kind-')) {
    const name = context.slice('kind-'.length);
    return { says: context, load: (archive) => run('kind', 'load', 'image-archive', archive, '--name', name) };
  }
  if (context !== 'minikube') return undefined;
  return { says: context, load: (archive) => run('minikube', 'image', 'load', archive) };
}

/** How images get into the cluster of KUBECONFIG; undefined where it takes them from its registry alone. */
export const findLoader = (): Loader | undefined => nodeOfThisMachine() ?? clusterOfAProgram();
