import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { statusByCode } from '../../shared/errors.ts';

interface Operation {
  summary: string;
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

let app: TestApp;
let document: Document;
beforeAll(async () => {
  app = await testApp();
  const response = await app.request('GET', '/api/openapi.json');
  expect(response.status).toBe(200);
  document = (await response.json()) as Document;
});
afterAll(() => app.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** Pages for people, which are no calls. */
const pages = ['/api/docs'];

test('every route has a description', () => {
  const routes = app.api.routes.filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'));
  const known = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const undescribed = routes
    .filter(({ path }) => !pages.includes(path))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`)
    .filter((call) => !known.includes(call));
  expect(undescribed).toEqual([]);
});

test('the document has the shape of OpenAPI 3.1', () => {
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://localhost:3000' }] });
  expect(document.info).toEqual({ title: expect.any(String), version: expect.any(String) });
  expect(operations().length).toBeGreaterThan(5);
  for (const { path, method, operation } of operations()) {
    expect(path).toMatch(/^\/api(\/([\w.-]+|\{\w+\}))+$/);
    expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method);
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(Object.keys(operation.responses).join()).toMatch(/^[1-5]\d\d(,[1-5]\d\d)*$/);
    for (const { description } of Object.values(operation.responses)) expect(description).not.toBe('');
  }
});

test('every part of a path is a parameter, and no parameter is named twice', () => {
  for (const { path, operation } of operations()) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const parameters = operation.parameters ?? [];
    expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath);
    expect(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size).toBe(parameters.length);
  }
});

test('every reference resolves, and all errors have one shape', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, target]) => target);
  expect(new Set(references)).toEqual(new Set(['#/components/schemas/Error']));
  expect(document.components.schemas.Error).toMatchObject({
    required: ['message', 'error', 'code'],
    properties: { code: { enum: Object.keys(statusByCode) } },
  });
});

test('the inquiry is described with its fields, limits and errors', () => {
  const call = document.paths['/api/forms/submit']?.post;
  expect(call?.requestBody?.content['application/json']?.schema).toMatchObject({
    required: ['formId', 'name', 'email', 'property', 'checkin', 'checkout', 'guests'],
    properties: { guests: { type: 'integer', minimum: 1, maximum: 12 }, email: { format: 'email' } },
  });
  expect(Object.keys(call?.responses ?? {})).toEqual(['200', '400', '404', '413', '415', '429', '503']);
});

test('the page for people names the same calls, and shows descriptions as text', async () => {
  const response = await app.request('GET', '/api/docs');
  expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
  const page = await response.text();
  for (const { path, method } of operations()) expect(page).toContain(`${method.toUpperCase()} ${path}`);
  expect(page).not.toMatch(/<script|style=/);
});
