import { Hono } from 'hono';
import { html } from 'hono/html';
import type { ApiEnv } from '../http/app-env.server.ts';
import { describeRoute, openApiDocument, type RouteDoc, routes } from './document.server.ts';

/** Serves `/api/openapi.json` and `/api/docs` from the descriptions at the routes. */
export const docsApi = (api: Hono<ApiEnv>, appUrl: string) =>
  new Hono<ApiEnv>()
    .get('/openapi.json', describeRoute({ summary: 'This API as an OpenAPI 3.1 document' }), (c) =>
      c.json(openApiDocument(api, appUrl)),
    )
    .get('/docs', (c) => c.html(renderDocs(routes(api))));

const renderDocs = (calls: RouteDoc[]) => html`<!doctype html>
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
      <table>
        <thead><tr><th>Call</th><th>For</th><th></th></tr></thead>
        <tbody>${calls.map(renderRow)}</tbody>
      </table>
      ${calls.map(renderRoute)}
    </main>
  </body>
</html>`;

const anchor = ({ method, path }: RouteDoc) => `${method}${path}`;

const renderRow = (call: RouteDoc) => html`<tr>
  <td><a href="#${anchor(call)}"><code>${call.method.toUpperCase()} ${call.path}</code></a></td>
  <td>${call.access ?? ''}</td>
  <td>${call.summary}</td>
</tr>`;

const renderRoute = (call: RouteDoc) => html`<section id="${anchor(call)}">
  <h2><code>${call.method.toUpperCase()} ${call.path}</code></h2>
  <p>${call.summary}</p>
  ${call.details ? html`<p>${call.details}</p>` : ''}
  ${renderSchema('Query', call.query)} ${renderSchema('Headers', call.headers)} ${renderSchema('Body', call.body)}
  ${renderSchema(`Response ${call.status ?? 200}`, call.response)}
  ${call.errors ? html`<p>Errors: ${call.errors.join(', ')}</p>` : ''}
  ${call.reasons?.length ? html`<p>With a reason: ${call.reasons.join(', ')}</p>` : ''}
</section>`;

const renderSchema = (title: string, value: object | undefined) =>
  value ? html`<h3>${title}</h3><pre>${JSON.stringify(value, null, 2)}</pre>` : '';
