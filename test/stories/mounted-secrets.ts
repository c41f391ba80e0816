import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceName } from '@gx/stack';
import type { ExecutionContext } from 'ava';

/** Settings of a service that are secrets, with what stands in them. */
export type SecretSettings = Readonly<Record<string, string>>;
export type MountedSecrets = {
  /** What a service is started with: each of its settings comes from a file. */
  readonly settings: (service: ServiceName) => Readonly<Record<string, string | undefined>>;
  /** What stands in a setting of a service now. */
  readonly read: (service: ServiceName, name: string) => string;
  /** Replaces settings of services; all that are changed together are changed at once. */
  readonly put: (changes: Partial<Record<ServiceName, SecretSettings>>) => Promise<void>;
};

/**
 * Secrets of services in files, replaced as Kubernetes replaces those that it mounts: written beside, then
 * put in place by one rename.
 */
export async function mountedSecrets(
  t: ExecutionContext,
  initial: Partial<Record<ServiceName, SecretSettings>>,
): Promise<MountedSecrets> {
  const folder = await mkdtemp(join(tmpdir(), 'gx-mounted-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const content = new Map<string, SecretSettings>();
  const [mount, beside] = [join(folder, 'mount'), join(folder, 'beside')];
  const put: MountedSecrets['put'] = async (changes) => {
    for (const [service, settings] of Object.entries(changes))
      content.set(service, { ...content.get(service), ...settings });
    const written = await mkdtemp(join(folder, 'written-'));
    for (const [service, settings] of content) {
      await mkdir(join(written, service));
      for (const [name, text] of Object.entries(settings)) await writeFile(join(written, service, name), `${text}\n`);
    }
    await symlink(written, beside);
    await rename(beside, mount);
  };
  await put(initial);
  return {
    put,
    read: (service, name) => content.get(service)?.[name] ?? '',
    settings: (service) =>
      Object.fromEntries(
        Object.keys(content.get(service) ?? {}).flatMap((name) => [
          [name, undefined],
          [`${name}_FILE`, join(mount, service, name)],
        ]),
      ),
  };
}
