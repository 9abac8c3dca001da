import type { Browser } from './sign-in.ts';

/** A JSON response and its status. */
// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
export type Answer = { status: number } & Record<string, any>;

/** Sends JSON and reads JSON. */
export const sender =
  (browser: Browser) =>
  async (
    method: string,
    path: string,
    json?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await browser.request(method, path, { json, headers });
    return { ...(await response.json()), status: response.status };
  };

/** Sends a CSV file to a table's import. */
export async function sendCsv(
  browser: Browser,
  table: string,
  csv: BodyInit,
  commit = false,
): Promise<Answer> {
  const response = await browser.request('POST', `/api/tables/${table}/import?commit=${commit}`, {
    body: csv,
    headers: { 'Content-Type': 'text/csv' },
  });
  return { ...((await response.json()) as object), status: response.status };
}

let sequence = 0;

/** A valid property with a slug of its own. */
export function newProperty(more: object = {}): Record<string, unknown> {
  sequence += 1;
  const name = { slug: `home-${sequence}`, title: `Home ${sequence}`, description: 'A home by the sea' };
  return { ...name, guests: 6, beds: 3, baths: 2, price_preview: '$100/night', ...more };
}

export const newProduct = (more: object = {}): Record<string, unknown> => ({
  name: 'A week',
  price_cents: 70_000,
  currency: 'usd',
  billing_type: 'one_time',
  ...more,
});

/** A valid blog post with a slug of its own. */
export function newPost(more: object = {}): Record<string, unknown> {
  sequence += 1;
  return { title: 'The beach', slug: `post-${sequence}`, html_rich_text: '<p>Sand</p>', ...more };
}
