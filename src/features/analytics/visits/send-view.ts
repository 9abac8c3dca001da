/** The path below `/api`; a constant, because every page loads this and should not load the function of the call. */
export const visitsPath = '/visits';

/** Counts a view for the hosts' stats; the browser sends it when idle, even after the page is left. */
export const sendView = (): void =>
  void navigator.sendBeacon?.(`/api${visitsPath}`, new Blob(['{}'], { type: 'application/json' }));
