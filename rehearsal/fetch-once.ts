/** `fetch` on a connection of its own: an idle one may have been closed while this process was busy with something else. */
export const fetchOnce = (url: string | URL, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), Connection: 'close' } });
