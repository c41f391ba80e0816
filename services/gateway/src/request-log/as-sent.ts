import { redactText } from '@gx/runtime';

const REDACTED = '[redacted]';
/** So many parameters of a query are kept; no route has as many. */
const PARAMETERS_MAX = 20;

/**
 * Parameters whose values say how much, since when and in which order, and of what: nothing about a person.
 */
const KEPT_VALUES: ReadonlySet<string> = new Set([
  ...['limit', 'offset', 'page', 'starting_after', 'sortBy', 'sortOrder'],
  ...['created_after', 'created_before', 'startDate', 'endDate', 'from', 'to', 'days', 'tz'],
  ...['status', 'currency', 'type', 'eventType', 'endpointId', 'charge', 'source', 'format'],
]);
const VALUE = /^[\w.:+/ -]{1,64}$/;
/** What programs call a field, a header or a parameter: no document, address or phone. */
const NAME = /^[A-Za-z_][\w.$[\]-]{0,63}$/;
/**
 * Ids of ours, with a prefix or raw, and what programs send where they have none: too short for a document.
 */
const ID = /^(?:[a-z]{2,4}_)?(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})$/i;
const NO_ID = /^(?:default|undefined|null|NaN|\d{1,6})$/;

/** The name of a parameter, field or header, unless it may hold what is in no log. */
export const keptName = (name: string): string => (NAME.test(name) ? redactText(name) : REDACTED);

/** The path as the client wrote it; what stands where its template has an id is kept if it is one. */
export function keptPath(template: string, path: string): string {
  const segments = template.split('/');
  return path
    .split('/')
    .map((sent, index) => (segments[index]?.startsWith(':') && !ID.test(sent) && !NO_ID.test(sent) ? REDACTED : sent))
    .join('/');
}

/** The query, its values decoded and kept for the listed parameters alone; undefined for none. */
export function keptQuery(query: string): string | undefined {
  if (query === '') return undefined;
  return [...new URLSearchParams(query)]
    .slice(0, PARAMETERS_MAX)
    .map(
      ([name, value]) =>
        `${keptName(name)}=${KEPT_VALUES.has(name) && VALUE.test(value) ? redactText(value) : REDACTED}`,
    )
    .join('&');
}
