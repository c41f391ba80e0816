export * from './back-up.ts';
export type { Manifest } from './manifest.ts';
export * from './restore.ts';
