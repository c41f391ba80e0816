import type { StackSettings } from '../config.ts';
import { StackUnavailable } from '../provider.ts';
import { askEngine, type Engine } from './engine.ts';
import type { Images } from './images.ts';

/** An engine of this machine that has an image for each server. */
export type DockerServers = { readonly says: string; readonly socket: string; readonly images: Images };

/** How the engine is asked, and who hears what takes long. */
type FindDockerOptions = { readonly ask?: () => Promise<Engine>; readonly say?: (line: string) => void };

/**
 * Docker is possible when an engine behind a socket of this machine answers in time and has every image, or
 * can pull it in time. An engine that answers proves nothing yet: without a registry it starts nothing.
 */
export async function findDocker(settings: StackSettings, asking: FindDockerOptions = {}): Promise<DockerServers> {
  const { ask = askEngine, say = () => undefined } = asking;
  const wanted = wantedSocket(settings.dockerHost);
  const engine = await within(ask(), settings.answerWithinMs).catch((cause: unknown) => {
    throw unavailable(`no engine answers (${reason(cause)}). Start one, or name its socket in DOCKER_HOST.`);
  });
  const { socket, version } = engine;
  if (wanted !== undefined && socket !== wanted) {
    throw unavailable(`DOCKER_HOST=${settings.dockerHost} does not answer, and another engine is not taken instead.`);
  }
  if (socket === undefined) throw unavailable('the engine is not behind a socket of this machine.');
  const images = Object.values(settings.images);
  const missing = await Promise.all(images.map((image) => lacks(engine, image, settings.pullWithinMs, say)));
  const lines = missing.filter((line) => line !== undefined);
  if (lines.length > 0) {
    throw unavailable(`engine ${version} answers, but images are missing:\n${lines.join('\n')}\n${HOW_TO_GET}`);
  }
  return { says: `engine ${version}, ${images.join(', ')}`, socket, images: settings.images };
}

const HOW_TO_GET =
  'STACK_MONGO_IMAGE, STACK_KAFKA_IMAGE and STACK_REDIS_IMAGE name other ones; npm run docker:images makes some without a registry.';

const unavailable = (why: string): StackUnavailable =>
  new StackUnavailable(`Docker is not possible: ${why}`, `Docker: ${why.split('\n')[0]}`);

/**
 * Ports are published on this machine's loopback, so an engine elsewhere would start servers that nobody here
 * reaches.
 */
function wantedSocket(dockerHost: string | undefined): string | undefined {
  if (dockerHost === undefined) return undefined;
  const socket = /^unix:\/\/(\/.+)$/.exec(dockerHost)?.[1];
  if (socket !== undefined) return socket;
  throw unavailable(`DOCKER_HOST=${dockerHost} is not a socket of this machine (unix:///...).`);
}

/**
 * Why an image cannot be had; undefined when it is there. A pull is believed only when the image is there
 * afterwards.
 */
async function lacks(
  engine: Engine,
  image: string,
  withinMs: number,
  say: (line: string) => void,
): Promise<string | undefined> {
  if (await engine.has(image)) return undefined;
  say(`pulling ${image}`);
  try {
    await within(engine.pull(image), withinMs);
  } catch (cause) {
    return `  ${image}: not pulled (${reason(cause)})`;
  }
  return (await engine.has(image)) ? undefined : `  ${image}: the engine ended its pull without it`;
}

const reason = (cause: unknown): string => ((cause as Error).message ?? String(cause)).trim();

async function within<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`nothing within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
