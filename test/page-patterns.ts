import type { RouteConfigEntry } from '@react-router/dev/routes';
import { pagePatterns } from '../src/platform/observability/request-log.server.ts';
import routes from '../src/routes.ts';

const flatten = (entries: readonly RouteConfigEntry[], parentId?: string): BuiltRoute[] =>
  entries.flatMap(({ file, id = file, path, children = [] }) => [
    { id, parentId, path },
    ...flatten(children, id),
  ]);

interface BuiltRoute {
  id: string;
  parentId?: string;
  path?: string;
}

/** The patterns of the site's pages, as its build has them. */
export const sitePattern = pagePatterns(
  Object.fromEntries(flatten(routes).map((route) => [route.id, route])),
);
