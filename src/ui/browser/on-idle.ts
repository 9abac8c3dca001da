/** Calls once the page has loaded and the browser is idle. @returns cancels it */
export function onIdle(act: () => void): () => void {
  let off = false;
  const atRest = () => {
    const once = () => {
      if (!off) act();
    };
    // Safari has no idle callback.
    if (window.requestIdleCallback) window.requestIdleCallback(once, { timeout: 3_000 });
    else setTimeout(once, 300);
  };
  if (document.readyState === 'complete') atRest();
  else window.addEventListener('load', atRest, { once: true });
  return () => {
    off = true;
  };
}

/** Calls once when idle, or as the page is left or hidden before. @returns calls it now, unless it has been */
export function onIdleOrHidden(act: () => void): () => void {
  let done = false;
  const once = () => {
    if (!done) act();
    done = true;
  };
  onIdle(once);
  // Phones may send only the first, browsers on navigation only the second.
  for (const leaving of ['visibilitychange', 'pagehide'])
    window.addEventListener(leaving, once, { once: true });
  return once;
}
