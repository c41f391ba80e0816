export * from './connect-redis.ts';
export * from './redis-address.ts';
