/** One image for each server. */
export type Images = { readonly mongo: string; readonly kafka: string; readonly redis: string };

/**
 * The one place that names them: the versions that the tests run on (ADR 10), from the maker of the server or
 * Docker's own library. Each is replaced by its variable, also by a name with a digest.
 */
export const IMAGES: Images = { mongo: 'mongo:6.0.26', kafka: 'apache/kafka:4.1.1', redis: 'redis:6.2.14' };
