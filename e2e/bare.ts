import type { Page } from '@playwright/test';

/** What a server answers that knows nothing but the specification: a JSON value, or a status with a body. */
type Bare = { json: unknown } | { status: number; body?: string };

export const json = (value: unknown): Bare => ({ json: value });
export const empty = (status = 200): Bare => ({ status, body: '' });

/**
 * Stands in for a server that answers only these calls, each named by its method and path, with exactly these bodies;
 * everything else of its API is not there. Pages that are reached by a link load their data from it.
 * @returns the calls that arrived, in their order, with the query and the JSON body where there is one
 */
export async function serveBare(page: Page, answers: Record<string, Bare>): Promise<string[]> {
  const calls: string[] = [];
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const isText = request.headers()['content-type']?.startsWith('application/json');
    const call = `${request.method()} ${pathname}`;
    calls.push(`${call}${decodeURIComponent(search)}${isText ? ` ${request.postData()}` : ''}`);
    await route.fulfill(answers[call] ?? { status: 404, body: '' });
  });
  return calls;
}
