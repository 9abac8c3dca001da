interface BuiltRoute {
  id: string;
  parentId?: string;
  path?: string;
}

/** Returns the most specific pattern of a path, such as `/blog/:slug`; `*` without a page. */
export type PagePattern = (pathname: string) => string;

export function pagePatterns(routes: Record<string, BuiltRoute | undefined>): PagePattern {
  const pathOf = (route: BuiltRoute | undefined): string[] =>
    route ? [...pathOf(routes[route.parentId ?? '']), ...(route.path ? [route.path] : [])] : [];
  const patterns = Object.values(routes)
    .map((route) => `/${pathOf(route).join('/')}`)
    .filter((pattern) => !pattern.endsWith('*'))
    .sort((a, b) => parameterCount(a) - parameterCount(b))
    .map((pattern) => ({ pattern, expression: expressionOf(pattern) }));

  return (pathname) => {
    const path = pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
    return patterns.find(({ expression }) => expression.test(path))?.pattern ?? '*';
  };
}

const parameterCount = (pattern: string): number => pattern.split('/:').length - 1;

const expressionOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/\/$/, '').replace(/:[^/]+/g, '[^/]+')}/?$`, 'i');
