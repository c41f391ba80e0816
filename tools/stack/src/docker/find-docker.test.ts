import test from 'ava';
import { stackSettings } from '../config.ts';
import { StackUnavailable } from '../provider.ts';
import type { Engine } from './engine.ts';
import { findDocker } from './find-docker.ts';
import { IMAGES } from './images.ts';

const SOCKET = '/var/run/docker.sock';
const ALL = Object.values(IMAGES);
const never = (): Promise<never> => new Promise(() => undefined);

/** An engine with these images that can pull those. */
function engine(images: readonly string[], registry: readonly string[] = [], over: Partial<Engine> = {}) {
  const has = new Set(images);
  const pulled: string[] = [];
  const ask = async (): Promise<Engine> => ({
    version: '27.0.0',
    socket: SOCKET,
    has: async (image) => has.has(image),
    pull: async (image) => {
      pulled.push(image);
      if (!registry.includes(image)) throw new Error('no such host');
      has.add(image);
    },
    ...over,
  });
  return { ask, pulled };
}

const find = (ask: () => Promise<Engine>, env: NodeJS.ProcessEnv = {}, say?: (line: string) => void) =>
  findDocker(stackSettings({ STACK_ANSWER_WITHIN_MS: '50', STACK_PULL_WITHIN_MS: '50', ...env }), {
    ask,
    ...(say === undefined ? {} : { say }),
  });

test('an engine that has every image is taken, and nothing is pulled', async (t) => {
  const { ask, pulled } = engine(ALL);
  t.deepEqual(await find(ask), { says: `engine 27.0.0, ${ALL.join(', ')}`, socket: SOCKET, images: IMAGES });
  t.deepEqual(pulled, []);
});

test('only what is missing is pulled, and named before', async (t) => {
  const printed: string[] = [];
  const { ask, pulled } = engine([IMAGES.kafka, IMAGES.redis], ALL);
  await find(ask, {}, (line) => printed.push(line));
  t.deepEqual(pulled, [IMAGES.mongo]);
  t.deepEqual(printed, [`pulling ${IMAGES.mongo}`]);
});

test('images are requested by the names that the environment gives them', async (t) => {
  const { ask } = engine(['own/mongo@sha256:1', IMAGES.kafka, IMAGES.redis]);
  const { images } = await find(ask, { STACK_MONGO_IMAGE: 'own/mongo@sha256:1' });
  t.is(images.mongo, 'own/mongo@sha256:1');
});

const broken = async () => {
  throw new Error('no such socket');
};
/** An engine that says nothing of a pull that came to nothing, as the library's client does. */
const quiet = engine([], [], { pull: async () => undefined }).ask;
const slow = engine([IMAGES.mongo, IMAGES.redis], [], { pull: never }).ask;

// biome-ignore format: one row per rule, read as a table
const REFUSED: readonly (readonly [rule: string, ask: () => Promise<Engine>, env: NodeJS.ProcessEnv, message: RegExp])[] = [
  ['no engine',                                     broken,                                    {},                                        /no engine answers \(no such socket\)/],
  ['an engine that does not answer in time',        never,                                     {},                                        /no engine answers \(nothing within 50 ms\)/],
  ['an engine without images and without registry', engine([]).ask,                            {},                                        /engine 27\.0\.0 answers, but images are missing:\n.*mongo.*no such host.*\n.*kafka.*no such host.*\n.*redis.*no such host/],
  ['a pull that does not end in time',              slow,                                      {},                                        /missing:\n {2}apache\/kafka:\S+: not pulled \(nothing within 50 ms\)\nSTACK_MONGO_IMAGE/],
  ['a pull after which the image is not there',     quiet,                                     {},                                        /mongo:\S+: the engine ended its pull without it/],
  ['an engine of another machine',                  engine(ALL, [], { socket: undefined }).ask, {},                                       /not behind a socket of this machine/],
  ['a DOCKER_HOST of another machine',              engine(ALL).ask,                           { DOCKER_HOST: 'tcp://10.0.0.1:2375' },    /DOCKER_HOST=tcp:\/\/10\.0\.0\.1:2375 is not a socket/],
  ['a DOCKER_HOST that names nothing',              engine(ALL).ask,                           { DOCKER_HOST: 'docker' },                 /DOCKER_HOST=docker is not a socket/],
  ['another engine than DOCKER_HOST names',         engine(ALL).ask,                           { DOCKER_HOST: 'unix:///run/other.sock' }, /unix:\/\/\/run\/other\.sock does not answer, and another engine is not taken/],
];

for (const [rule, ask, env, message] of REFUSED) {
  test(`${rule} makes Docker impossible`, async (t) => {
    await t.throwsAsync(find(ask, env), { instanceOf: StackUnavailable, message });
  });
}

test('the engine that DOCKER_HOST names is taken', async (t) => {
  t.is((await find(engine(ALL).ask, { DOCKER_HOST: `unix://${SOCKET}` })).socket, SOCKET);
});
