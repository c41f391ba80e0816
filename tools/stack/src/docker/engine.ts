import type { ContainerRuntimeClient } from 'testcontainers';

/** What is asked of an engine before anything is started on it. */
export type Engine = {
  readonly version: string;
  /** The socket it was reached by; undefined when it was not a socket of this machine. */
  readonly socket: string | undefined;
  readonly has: (image: string) => Promise<boolean>;
  readonly pull: (image: string) => Promise<void>;
};

/**
 * The engine that Testcontainers finds. It is loaded here and nowhere earlier: it costs a third of a second
 * when nothing else runs, and 50 MB.
 */
export async function askEngine(): Promise<Engine> {
  const { getContainerRuntimeClient, ImageName } = await import('testcontainers');
  const client = await getContainerRuntimeClient();
  return {
    version: String(client.info.containerRuntime.serverVersion),
    socket: socketOf(client),
    has: (image) => isThere(client, image),
    pull: (image) => client.image.pull(ImageName.fromString(image), { force: true, platform: undefined }),
  };
}

function socketOf(client: ContainerRuntimeClient): string | undefined {
  const { socketPath } = client.container.dockerode.modem as { socketPath?: string };
  return socketPath;
}

/** Asked of the engine each time; Testcontainers' own question remembers. */
async function isThere(client: ContainerRuntimeClient, image: string): Promise<boolean> {
  try {
    await client.container.dockerode.getImage(image).inspect();
    return true;
  } catch (cause) {
    if ((cause as { statusCode?: number }).statusCode === 404) return false;
    throw cause;
  }
}
