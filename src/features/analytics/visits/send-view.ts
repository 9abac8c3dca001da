/** Below `/api`; every page loads this, and so without the function of the call. */
export const visitsPath = '/visits';

/** Counts a view for the hosts' stats; the browser sends it when idle, also after the page is left. */
export const sendView = (): void =>
  void navigator.sendBeacon?.(`/api${visitsPath}`, new Blob(['{}'], { type: 'application/json' }));
