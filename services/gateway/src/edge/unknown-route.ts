import { Refusal } from '@gx/core';
import type { Request, Response } from 'express';
import type { Route } from './route.ts';

type Served = Pick<Route, 'method' | 'path'>;

/**
 * Refuses what no route serves: names the methods of a path that is there, and of one that is not the path
 * that is like it. Both are 404 (decisions A50).
 */
export function unknownRoute(routes: readonly Served[]) {
  const served = routes.map(({ method, path }) => ({ method, path, exact: path.split('/'), loose: looseOf(path) }));
  const all = routes.some(({ path }) => path === '/docs') ? ' GET /docs shows all of them.' : '';

  return ({ method, path }: Request, response: Response): Refusal => {
    const sent = path.replace(/(?<=.)\/$/, '').split('/');
    const here = methodsOf(served.filter(({ exact }) => fits(exact, sent)));
    if (here !== '') {
      response.setHeader('Allow', here);
      return new Refusal('not_found', `No such route: this path has ${here}, and no ${method}.`);
    }
    const loose = looseOf(path);
    const near = served.find((one) => fits(one.loose, loose));
    if (near === undefined) return new Refusal('not_found', `No such route.${all}`);
    const methods = methodsOf(served.filter((one) => one.path === near.path));
    return new Refusal('not_found', `No such route: did you mean ${near.path} (${methods})?${all}`);
  };
}

const methodsOf = (served: readonly Served[]): string => [...new Set(served.map(({ method }) => method))].join(', ');

/** A parameter of a template stands for any text. */
const fits = (template: readonly string[], sent: readonly string[]): boolean =>
  template.length === sent.length &&
  template.every((segment, index) => (segment.startsWith(':') ? sent[index] !== '' : segment === sent[index]));

/**
 * A path without what people get wrong: the version, an `api` before it, case, plural, hyphens, slashes.
 */
function looseOf(path: string): string[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  const begin = segments.findIndex((segment) => !/^(?:api|v\d+)$/i.test(segment));
  return segments
    .slice(begin < 0 ? segments.length : begin)
    .map((segment) => (segment.startsWith(':') ? segment : segment.toLowerCase().replace(/[_-]|s$/g, '')));
}
