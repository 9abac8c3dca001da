import { Hono, type MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { statusByCode } from '../../shared/errors.ts';
import type { ApiEnv } from '../http/app-env.server.ts';

type JsonSchema = object;

export interface Description {
  summary: string;
  details?: string;
  query?: Record<string, { schema: JsonSchema; required?: boolean; description: string }>;
  headers?: Record<string, { schema: JsonSchema; required?: boolean; description: string }>;
  body?: JsonSchema;
  bodyType?: string;
  answer?: JsonSchema;
  status?: number;
  refusals?: (keyof typeof statusByCode)[];
}

const descriptions = new WeakMap<object, Description>();

/** Attaches a description to a route, from which the OpenAPI document is built. */
export function describeRoute(description: Description): MiddlewareHandler<ApiEnv> {
  const pass: MiddlewareHandler<ApiEnv> = (_, next) => next();
  descriptions.set(pass, description);
  return pass;
}

export interface RouteDoc extends Description {
  method: string;
  path: string;
}

function routes(app: Hono<ApiEnv>): RouteDoc[] {
  const calls: RouteDoc[] = [];
  for (const route of app.routes) {
    const description = descriptions.get(route.handler);
    if (!description) continue;
    const path = route.path.replace(/:([a-zA-Z]+)/g, '{$1}');
    calls.push({ ...description, method: route.method.toLowerCase(), path });
  }
  return calls.sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method));
}

const errorSchema = {
  type: 'object',
  required: ['message', 'error', 'code'],
  properties: {
    message: { type: 'string', description: 'Words fit for a guest' },
    error: { type: 'string', description: 'The same words' },
    code: { type: 'string', enum: Object.keys(statusByCode) },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    reason: { type: 'string', description: 'Why a stay is not sold' },
    reference: { type: 'string' },
  },
};

const noContent = 204;

function openApiDocument(app: Hono<ApiEnv>, serverUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of routes(app)) {
    paths[call.path] = { ...paths[call.path], [call.method]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'PCB Beach Rentals', version: '1.0.0' },
    servers: [{ url: serverUrl }],
    paths,
    components: { schemas: { Error: errorSchema } },
  };
}

function operation(call: RouteDoc): object {
  const parameters = [
    ...[...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(call.query ?? {}).map(([name, parameter]) => ({ name, in: 'query', ...parameter })),
    ...Object.entries(call.headers ?? {}).map(([name, parameter]) => ({ name, in: 'header', ...parameter })),
  ];
  const { status = 200, answer = {} } = call;
  const body = { content: { 'application/json': { schema: answer } } };
  const responses: Record<string, object> = {
    [status]: { description: 'Success', ...(status === noContent ? {} : body) },
  };
  for (const code of call.refusals ?? []) {
    responses[statusByCode[code]] = {
      description: code,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return {
    summary: call.summary,
    ...(call.details ? { description: call.details } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body
      ? {
          requestBody: {
            required: true,
            content: { [call.bodyType ?? 'application/json']: { schema: call.body } },
          },
        }
      : {}),
    responses,
  };
}

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
      ${calls.map(renderRoute)}
    </main>
  </body>
</html>`;

const renderRoute = (call: RouteDoc) => html`<section>
  <h2><code>${call.method.toUpperCase()} ${call.path}</code></h2>
  <p>${call.summary}</p>
  ${call.details ? html`<p>${call.details}</p>` : ''}
  ${renderSchema('Query', call.query)} ${renderSchema('Headers', call.headers)} ${renderSchema('Body', call.body)}
  ${renderSchema(`Answer ${call.status ?? 200}`, call.answer)}
  ${call.refusals ? html`<p>May be refused as: ${call.refusals.join(', ')}</p>` : ''}
</section>`;

const renderSchema = (title: string, value: object | undefined) =>
  value ? html`<h3>${title}</h3><pre>${JSON.stringify(value, null, 2)}</pre>` : '';
