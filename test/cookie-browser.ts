import type { TestApp, TestRequest } from './app.ts';
import { anyAddress } from './shop.ts';

/** A browser with the site's cookies, at an address of its own. */
export function cookieBrowser(app: TestApp, cookies: Record<string, string> = {}) {
  const jar = new Map(Object.entries(cookies));
  const from = anyAddress();
  const request = async (method: string, path: string, options: TestRequest = {}): Promise<Response> => {
    const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(Cookie ? { Cookie } : {}), ...options.headers };
    const response = await app.request(method, path, { from, ...options, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = '', maxAge] = /^([^=]+)=([^;]*); Max-Age=(\d+)/.exec(line) ?? [];
      if (maxAge === '0') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  return {
    jar,
    request,
    /** Who is signed in here, as the site shows it. */
    me: async () => (await (await request('GET', '/api/users/me')).json()) as { email: string } | null,
  };
}
