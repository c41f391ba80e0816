import { code, page, table } from './markdown.ts';
import { sourcesOf, textOf } from './sources.ts';

type Alarm = { readonly name: string; readonly service: string; readonly path: string };

/**
 * Every alarm that a log line can carry, and whose runbook has it. An alarm without a runbook is no page, but
 * an error.
 */
export function alarmsPage(): string {
  const alarms = alarmsOf();
  const missing = alarms.filter(({ name, service }) => !textOf(`services/${service}/README.md`).includes(name));
  if (missing.length > 0) {
    throw new Error(`no runbook: ${missing.map(({ name, service }) => `${name} of ${service}`).join(', ')}`);
  }
  return page(
    'Alarms',
    'Made from the sources. A log line that a person has to see carries one of these in its field `alarm`, at level error or warn. What to do stands in the runbook of the service.',
    table(
      ['alarm', 'runbook', 'written in'],
      alarms.map(({ name, service, path }) => [
        code(name),
        `[${service}](../../services/${service}/README.md)`,
        code(path),
      ]),
    ),
  );
}

function alarmsOf(): readonly Alarm[] {
  const own = sourcesOf('services').flatMap(({ owner, path, text }) =>
    namesIn(text).map((name) => ({ name, service: owner, path })),
  );
  // What a library says, it says in the log of each service that calls it.
  const shared = sourcesOf('libs').flatMap(({ path, text }) =>
    namesIn(text).flatMap((name) => callersOf(text).map((service) => ({ name, service, path }))),
  );
  const byName = (a: Alarm, b: Alarm): number => (a.name + a.service < b.name + b.service ? -1 : 1);
  const all = [...own, ...shared].map((alarm): [string, Alarm] => [
    `${alarm.name} ${alarm.service} ${alarm.path}`,
    alarm,
  ]);
  return [...new Map(all).values()].toSorted(byName);
}

/** Services that call a function which this source exports. */
function callersOf(text: string): readonly string[] {
  const functions = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map((match) => match[1] ?? '');
  const calls = new RegExp(`\\b(?:${functions.join('|')})\\(`);
  return [...new Set(sourcesOf('services').flatMap(({ owner, text: own }) => (calls.test(own) ? [owner] : [])))];
}

const namesIn = (text: string): string[] => [...text.matchAll(/alarm: '(\w+)'/g)].map((match) => match[1] ?? '');
