declare global {
  interface Window {
    /** Path and search under which the server rendered this document. */
    servedPath?: string;
    __reactRouterDataRouter?: object;
  }
}

/** What a reload hands to the document it loads, in the state of the history entry. */
interface Marks {
  reloadedFrom?: string;
  withoutScripts?: boolean;
}

const marks = (): Marks => history.state ?? {};
const mark = (more: Marks): void => history.replaceState({ ...history.state, ...more }, '');

/**
 * Reloads a document that is not the page of its address: the guest went through the history before React took over.
 * Once for each such pair, so that a proxy that rewrites addresses causes no loop.
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

/** Reloads a page on which React has given up and left nothing; it stays as the server renders it. */
export function reloadWithoutScripts(): void {
  mark({ withoutScripts: true });
  location.reload();
}

/** Whether this page was reloaded to stay as the server rendered it; the next load tries its scripts again. */
export function isWithoutScripts(): boolean {
  const { withoutScripts = false } = marks();
  if (withoutScripts) mark({ withoutScripts: undefined });
  return withoutScripts;
}
