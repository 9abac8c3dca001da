declare global {
  interface Window {
    /** Path and query under which the server rendered this document. */
    servedPath?: string;
    __reactRouterDataRouter?: object;
  }
}

/** The history state that a reload leaves for the next document. */
interface Marks {
  reloadedFrom?: string;
  withoutScripts?: boolean;
}

const marks = (): Marks => history.state ?? {};
const mark = (more: Marks): void => history.replaceState({ ...history.state, ...more }, '');

/**
 * Reloads a document whose URL changed before hydration. It does so once for each pair of URLs, so that a proxy that
 * rewrites URLs causes no loop.
 */
export function reloadIfMoved(): boolean {
  const { servedPath } = window;
  const { reloadedFrom } = marks();
  const moved = servedPath !== location.pathname + location.search;
  if (!moved || servedPath === reloadedFrom) {
    if (reloadedFrom !== undefined) mark({ reloadedFrom: undefined });
    return false;
  }
  mark({ reloadedFrom: servedPath });
  location.reload();
  return true;
}

/** Reloads a page whose hydration failed; it then stays as the server renders it. */
export function reloadWithoutScripts(): void {
  mark({ withoutScripts: true });
  location.reload();
}

/** Whether this page stays as the server rendered it; the next load tries its scripts again. */
export function isWithoutScripts(): boolean {
  const { withoutScripts = false } = marks();
  if (withoutScripts) mark({ withoutScripts: undefined });
  return withoutScripts;
}
