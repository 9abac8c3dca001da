/**
 * Calls once the page has loaded and the browser has nothing better to do; what is not needed at first then takes
 * neither line nor processor from what is.
 * @returns how to call it off
 */
export function onIdle(act: () => void): () => void {
  let off = false;
  const atRest = () => {
    const once = () => {
      if (!off) act();
    };
    // Safari knows no idle time.
    if (window.requestIdleCallback) window.requestIdleCallback(once, { timeout: 3_000 });
    else setTimeout(once, 300);
  };
  if (document.readyState === 'complete') atRest();
  else window.addEventListener('load', atRest, { once: true });
  return () => {
    off = true;
  };
}

/**
 * Calls once: when the page is quiet, or as it is left or put out of sight before that.
 * @returns how to call it at once, unless it has been
 */
export function onIdleOrHidden(act: () => void): () => void {
  let done = false;
  const once = () => {
    if (!done) act();
    done = true;
  };
  onIdle(once);
  // A phone that puts a page away may tell it of the first alone, a browser that goes on to another page of the second.
  for (const leaving of ['visibilitychange', 'pagehide'])
    window.addEventListener(leaving, once, { once: true });
  return once;
}
