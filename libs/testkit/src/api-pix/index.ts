export * from './proxy.ts';
export * from './routes.ts';
export { END_TO_END_ID, OWN_ID, type Schema } from './schema.ts';
export * from './schemas.ts';
export * from './validate.ts';
