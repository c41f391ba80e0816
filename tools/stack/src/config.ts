import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { IMAGES, type Images } from './docker/images.ts';

/** What the environment says about the stack. Everything else in this package takes it as an argument. */
export type StackSettings = {
  /** `STACK_PROVIDER`: forces one provider; undefined lets the stack choose. */
  readonly provider: string | undefined;
  readonly mongoUrl: string | undefined;
  readonly kafkaBrokers: string | undefined;
  readonly redisUrl: string | undefined;
  /** `GX_STACK_CACHE`: where fetched servers live, shared by all checkouts of this user. */
  readonly cacheDir: string;
  /** `STACK_ANSWER_WITHIN_MS`: how long given servers, or a Docker engine, may take to answer. */
  readonly answerWithinMs: number;
  /** `GX_STACK_DIR`: where `npm start` keeps its state. */
  readonly stateDir: string;
  /** `DOCKER_HOST`: the socket of the Docker engine, when it is not at its usual place. */
  readonly dockerHost: string | undefined;
  /** `STACK_MONGO_IMAGE`, `STACK_KAFKA_IMAGE`, `STACK_REDIS_IMAGE`: what the Docker provider runs. */
  readonly images: Images;
  /** `STACK_PULL_WITHIN_MS`: how long an image may take that is not there yet. */
  readonly pullWithinMs: number;
  readonly kafkaHome: string | undefined;
  readonly javaHome: string | undefined;
  readonly path: readonly string[];
  /** What child processes inherit. */
  readonly inherited: NodeJS.ProcessEnv;
};

/** The root of this checkout: the folder that holds `libs/`. */
export const CHECKOUT = resolve(import.meta.dirname, '../../..');

/**
 * Compiled code is kept between starts: a service is up a third faster, and a test file loads in half the
 * time.
 */
export const COMPILED = { NODE_COMPILE_CACHE: join(CHECKOUT, 'node_modules/.cache/compiled') } as const;

/** Reads the stack's settings. An empty variable counts as absent, as CI systems often export those. */
export function stackSettings(env: NodeJS.ProcessEnv = process.env): StackSettings {
  const read = (name: string): string | undefined => env[name]?.trim() || undefined;
  return {
    provider: read('STACK_PROVIDER'),
    mongoUrl: read('MONGO_URL'),
    kafkaBrokers: read('KAFKA_BROKERS'),
    redisUrl: read('REDIS_URL'),
    cacheDir: read('GX_STACK_CACHE') ?? join(homedir(), '.cache', 'gx-stack'),
    answerWithinMs: Number(read('STACK_ANSWER_WITHIN_MS') ?? 10_000),
    stateDir: read('GX_STACK_DIR') ?? join(CHECKOUT, '.stack'),
    dockerHost: read('DOCKER_HOST'),
    images: {
      mongo: read('STACK_MONGO_IMAGE') ?? IMAGES.mongo,
      kafka: read('STACK_KAFKA_IMAGE') ?? IMAGES.kafka,
      redis: read('STACK_REDIS_IMAGE') ?? IMAGES.redis,
    },
    pullWithinMs: Number(read('STACK_PULL_WITHIN_MS') ?? 300_000),
    kafkaHome: read('KAFKA_HOME'),
    javaHome: read('JAVA_HOME'),
    path: (read('PATH') ?? '').split(':').filter((folder) => folder.startsWith('/')),
    inherited: env,
  };
}

/** The file that names the process which runs the stack of this state. */
export const runningFile = (stateDir: string): string => join(stateDir, 'running.pid');
