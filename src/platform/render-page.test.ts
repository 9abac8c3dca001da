import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { testSettings } from '../../test/app.ts';
import { type StubPage, stubBuild } from '../../test/pages-build.ts';
import type { StorablePage } from './cache/page-cache.server.ts';
import type { Platform } from './context.server.ts';
import type { ApiEnv } from './http/app-env.server.ts';
import { createLog } from './observability/logger.server.ts';
import { createPageRenderer, inlineScriptHashes } from './render-page.server.ts';

/** Stand-ins for the built pages and for the API, with the responses of a test. */
let render: (request: Request, page: StubPage) => Promise<Response> | Response;
let answerCall: (request: Request, env: ApiEnv['Bindings']) => Promise<Response> | Response;
let stored: (StorablePage & { path: string; version: number | null })[];
let version: number | null;

const html = '<!doctype html><script>start()</script>';
const page = (body = html, status = 200) =>
  new Response(body, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });

const platform = {
  settings: testSettings('postgresql://localhost/pcb', '/tmp'),
  content: { version: () => version, get: () => undefined, set: () => {} },
  log: createLog('silent'),
} as unknown as Platform;

const pages = () =>
  createPageRenderer({
    platform,
    build: stubBuild((request, context) => render(request, context)),
    cache: {
      serve: () => false,
      store: async (path, storable, made) => {
        stored.push({ path, ...storable, version: made });
      },
    },
    api: (request, env) => answerCall(request, env),
  });
const show = (path: string, init: RequestInit = {}, renderPage = pages()) =>
  renderPage(new Request(`http://localhost:3000${path}`, init), {});

beforeEach(() => {
  stored = [];
  version = 4;
  render = () => page();
  answerCall = () => Response.json([]);
});
const scriptsOf = (response: Response) =>
  /script-src ([^;]*)/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1];

test('a page that is the same for everyone is stored with its scripts named by hash', async () => {
  const response = await show('/hosts');
  expect(response.status).toBe(200);
  const hash = createHash('sha256').update('start()').digest('base64');
  expect(scriptsOf(response)).toBe(`'self' 'sha256-${hash}'`);
  expect(stored).toMatchObject([{ path: '/hosts', html, version: 4 }]);
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test.each<[string, string, RequestInit]>([
  ['a query', '/?property=any', {}],
  ['a session', '/', { headers: { Cookie: 'a=b; session=abc' } }],
  ['a session of a site with TLS', '/', { headers: { Cookie: '__Host-session=abc' } }],
  ['another method', '/', { method: 'POST' }],
])('a page with %s is for one visitor, with a nonce of its own', async (_, path, init) => {
  const nonces: (string | undefined)[] = [];
  render = (_request, { nonce }) => {
    nonces.push(nonce);
    return page();
  };
  const policies = [scriptsOf(await show(path, init)), scriptsOf(await show(path, init))];
  expect(policies).toEqual(nonces.map((nonce) => `'nonce-${nonce}' 'strict-dynamic'`));
  expect(new Set(nonces).size).toBe(2);
  for (const nonce of nonces) {
    expect(Buffer.from(nonce ?? '', 'base64').length * 8).toBeGreaterThanOrEqual(128);
  }
  expect(stored).toEqual([]);
});

test('a page is stored with the content version from before its render', async () => {
  render = () => {
    version = 5;
    return page();
  };
  await show('/');
  expect(stored).toMatchObject([{ version: 4 }]);
});

test.each([404, 500])('a page with status %i is not stored', async (status) => {
  render = () => page(html, status);
  expect((await show('/')).status).toBe(status);
  expect(stored).toEqual([]);
});

test('a page whose call failed responds 503 and is not stored', async () => {
  render = async (_, { api }) => {
    await api('/api/properties');
    return page();
  };
  answerCall = () => new Response(null, { status: 503 });
  expect((await show('/')).status).toBe(503);
  answerCall = () => {
    throw new Error('out of reach');
  };
  render = async (_, { api }) => {
    await api('/api/properties').catch(() => {});
    return page();
  };
  expect((await show('/')).status).toBe(503);
  expect(stored).toEqual([]);
});

test('a rejected call leaves the page at 200', async () => {
  render = async (_, { api }) => page(`<p>${(await api('/api/blog/none')).status}</p>`);
  answerCall = () => new Response(null, { status: 404 });
  const response = await show('/');
  expect([response.status, await response.text()]).toEqual([200, '<p>404</p>']);
});

test('a page with an unfinished call is sent and not stored', async () => {
  answerCall = () => new Promise(() => {});
  render = (_, { api }) => {
    void api('/api/reviews');
    return page();
  };
  expect((await show('/')).status).toBe(200);
  expect(stored).toEqual([]);
});

test('calls carry the visitor’s cookie and none of their other headers', async () => {
  let seen: Record<string, string> = {};
  answerCall = (request) => {
    seen = { url: request.url, ...Object.fromEntries(request.headers) };
    return Response.json(null);
  };
  render = async (_, { api }) => {
    await api('/api/users/me', { headers: { Accept: 'application/json' } });
    return page();
  };
  await show('/', { headers: { Cookie: 'session=abc', Authorization: 'secret', Host: 'evil.example' } });
  expect(seen).toEqual({
    url: 'http://localhost:3000/api/users/me',
    cookie: 'session=abc',
    accept: 'application/json',
  });
});

test('a response that is no page gets the security headers', async () => {
  render = () => new Response('{}', { headers: { 'Content-Type': 'application/json' } });
  const response = await show('/__manifest');
  expect(await response.text()).toBe('{}');
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  expect(stored).toEqual([]);
});

test('HEAD responds without the body', async () => {
  const response = await show('/', { method: 'HEAD' });
  expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
  expect(await response.text()).toBe('');
});

test('inlineScriptHashes names each inline script once', () => {
  const sources = inlineScriptHashes(
    '<script>a</script><script type="module" src="/x.js"></script><script id="b">a</script><script\n>b\n</script>',
  );
  const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  expect(sources).toEqual([hash('a'), hash('b\n')]);
});

test('inlineScriptHashes omits JSON-LD', () => {
  expect(inlineScriptHashes('<script type="application/ld+json">{"@type":"WebSite"}</script>')).toEqual([]);
});

/** A page whose rendering waits until the test lets it go on. */
function slowPage() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let renders = 0;
  render = async () => {
    renders += 1;
    const copy = renders;
    await promise;
    return page(`<p>${copy}</p>`);
  };
  return { resolve, renders: () => renders };
}
const texts = async (responses: Promise<Response>[]) =>
  Promise.all((await Promise.all(responses)).map((response) => response.text()));

test('concurrent visitors without a session share one render', async () => {
  const { resolve, renders } = slowPage();
  const site = pages();
  const shown = Array.from({ length: 20 }, () => show('/hosts', {}, site));
  await expect.poll(renders).toBe(1);
  resolve();
  expect(await texts(shown)).toEqual(Array(20).fill('<p>1</p>'));
  expect([renders(), stored.length]).toEqual([1, 1]);
});

test('each URL, session and content version has its own render', async () => {
  const { resolve, renders } = slowPage();
  const site = pages();
  const shown = [show('/', {}, site), show('/shop', {}, site), show('/?a=1', {}, site)];
  for (const Cookie of ['session=a', 'session =b']) shown.push(show('/', { headers: { Cookie } }, site));
  version = 5;
  shown.push(show('/', {}, site));
  version = null;
  shown.push(show('/', {}, site), show('/', {}, site));
  await expect.poll(renders).toBe(8);
  resolve();
  expect(new Set(await texts(shown)).size).toBe(8);
});

test('a failed render rejects concurrent requests and no later one', async () => {
  const site = pages();
  const { promise, reject } = Promise.withResolvers<Response>();
  render = () => promise;
  const waiting = [show('/', {}, site), show('/', {}, site)];
  reject(new Error('no render'));
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  render = async (_, { api }) => {
    await api('/api/properties');
    return page();
  };
  answerCall = () => new Response(null, { status: 503 });
  expect((await Promise.all([show('/', {}, site), show('/', {}, site)])).map(({ status }) => status)).toEqual(
    [503, 503],
  );
  answerCall = () => Response.json([]);
  expect((await show('/', {}, site)).status).toBe(200);
  expect(stored).toHaveLength(1);
});

test('a shared page is rendered from nothing of the first request', async () => {
  const seen: string[] = [];
  const note = (request: Request) => seen.push(request.url, ...request.headers.keys());
  render = async (request, { api }) => {
    note(request);
    await api('/api/users/me');
    return page();
  };
  answerCall = (request, env) => {
    note(request);
    seen.push(...Object.keys(env).filter((name) => name === 'incoming'));
    return Response.json(null);
  };
  const headers = { Cookie: 'theme=dark; known=abc', Host: 'evil.example', Authorization: 'secret' };
  await pages()(new Request('http://evil.example/hosts', { headers }), {
    incoming: {} as NonNullable<ApiEnv['Bindings']['incoming']>,
  });
  expect(seen).toEqual(['http://localhost:3000/hosts', 'http://localhost:3000/api/users/me']);
  expect(stored).toHaveLength(1);
});

test.each<[string, () => void]>([
  [
    'T-52: a page for which the API recognised a viewer',
    () => {
      answerCall = (_, env) => {
        env.onViewer?.();
        return Response.json({ email: 'owner@guests.example' });
      };
    },
  ],
  [
    'a page whose call was over a limit',
    () => {
      answerCall = () => new Response(null, { status: 429 });
    },
  ],
  [
    'a page that sets a cookie',
    () => {
      render = async () => {
        const response = page();
        response.headers.set('Set-Cookie', 'theme=dark');
        return response;
      };
    },
  ],
])('%s is never stored and not shared with concurrent visitors', async (_, arrange) => {
  let renders = 0;
  render = async (__, { api }) => {
    await api('/api/users/me');
    return page();
  };
  arrange();
  const inner = render;
  render = (request, context) => {
    renders += 1;
    return inner(request, context);
  };
  const site = pages();
  await Promise.all(Array.from({ length: 5 }, () => show('/account', {}, site)));
  expect([renders, stored]).toEqual([5, []]);
});

test('a page whose form was sent too often says when to come back, as its call does', async () => {
  answerCall = () => Response.json({}, { status: 429, headers: { 'Retry-After': '1800' } });
  render = async (_, { api }) => page(html, (await api('/api/reviews/a', { method: 'POST' })).status);
  const refused = await show('/reviews/a', { method: 'POST' });
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1800']);
  answerCall = () => Response.json({}, { status: 400 });
  expect((await show('/reviews/a', { method: 'POST' })).headers.get('Retry-After')).toBeNull();
});

test('a stored page has its route for the log', async () => {
  for (const path of ['/', '/blog/a-post', '/hosts']) await show(path);
  expect(stored.map(({ route }) => route)).toEqual(['/', '/blog/:slug', '*']);
});

test.each(['reviews', 'offers', 'cleaning'])(
  'a page of %s, whose address holds a token, sends no address to other sites and is in no index',
  async (kind) => {
    render = () => page();
    const { headers } = await show(`/${kind}/AbC-token`);
    expect([headers.get('Referrer-Policy'), headers.get('X-Robots-Tag')]).toEqual(['same-origin', 'noindex']);
  },
);
