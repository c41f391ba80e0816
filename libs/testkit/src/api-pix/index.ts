export * from './proxy.ts';
export * from './routes.ts';
export * from './schemas.ts';
export * from './validate.ts';
