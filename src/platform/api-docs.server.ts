import { Hono } from 'hono';
import { html } from 'hono/html';
import type { ApiEnv } from './http.server.ts';
import { type DescribedCall, describeCall, describedCalls, openApiDocument } from './openapi.server.ts';

/** `GET /api/openapi.json` for programs and `GET /api/docs` for people, both read off the routes themselves. */
export const docsApi = (api: Hono<ApiEnv>, appUrl: string) =>
  new Hono<ApiEnv>()
    .get('/openapi.json', describeCall({ summary: 'This API as an OpenAPI 3.1 document' }), (c) =>
      c.json(openApiDocument(api, appUrl)),
    )
    .get('/docs', (c) => c.html(page(describedCalls(api))));

const page = (calls: DescribedCall[]) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API of PCB Beach Rentals</title>
  </head>
  <body>
    <main>
      <h1>API of PCB Beach Rentals</h1>
      <p>Every call the site itself makes. Errors share one shape: message, error, code, and fields where it helps.
        The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
      ${calls.map(section)}
    </main>
  </body>
</html>`;

const section = (call: DescribedCall) => html`<section>
  <h2><code>${call.method.toUpperCase()} ${call.path}</code></h2>
  <p>${call.summary}</p>
  ${call.details ? html`<p>${call.details}</p>` : ''}
  ${schema('Query', call.query)} ${schema('Headers', call.headers)} ${schema('Body', call.body)}
  ${schema(`Answer ${call.status ?? 200}`, call.answer)}
  ${call.refusals ? html`<p>May be refused as: ${call.refusals.join(', ')}</p>` : ''}
</section>`;

const schema = (title: string, value: object | undefined) =>
  value ? html`<h3>${title}</h3><pre>${JSON.stringify(value, null, 2)}</pre>` : '';
