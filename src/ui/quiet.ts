/**
 * Calls once the page has loaded and the browser has nothing better to do; what is not needed at first then takes
 * neither line nor processor from what is.
 * @returns how to call it off
 */
export function whenQuiet(act: () => void): () => void {
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
