import { alarmsPage } from './reference/alarms.ts';
import { asyncApiPage } from './reference/asyncapi.ts';
import { configurationPage } from './reference/configuration.ts';
import { errorsPage } from './reference/errors.ts';
import { eventsPage } from './reference/events.ts';
import { kafkaRightsPage } from './reference/kafka-rights.ts';
import { limitsPage } from './reference/limits.ts';
import { metricsPage } from './reference/metrics.ts';
import { openApiPage } from './reference/openapi.ts';
import { personalDataPage } from './reference/personal-data.ts';
import { redisRightsPage } from './reference/redis-rights.ts';
import { routesPage } from './reference/routes.ts';
import { rpcsPage } from './reference/rpcs.ts';
import { spansPage } from './reference/spans.ts';
import { topicsPage } from './reference/topics.ts';
import { transitionsPage } from './reference/transitions.ts';

const PAGES = {
  'alarms.md': alarmsPage,
  'asyncapi.json': asyncApiPage,
  'configuration.md': configurationPage,
  'errors.md': errorsPage,
  'events.md': eventsPage,
  'kafka-rights.md': kafkaRightsPage,
  'personal-data.md': personalDataPage,
  'redis-rights.md': redisRightsPage,
  'limits.md': limitsPage,
  'metrics.md': metricsPage,
  'openapi.json': openApiPage,
  'routes.md': routesPage,
  'rpcs.md': rpcsPage,
  'spans.md': spansPage,
  'topics.md': topicsPage,
  'transitions.md': transitionsPage,
} as const;

/** File name below docs/reference to its text. */
export const referencePages = (): ReadonlyMap<string, string> =>
  new Map(Object.entries(PAGES).map(([file, write]) => [file, write()]));
