import type { Hono, MiddlewareHandler } from 'hono';
import { statusByCode } from '../../shared/errors.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';
import type { ApiEnv } from '../http/app-env.server.ts';
import type { Shape } from '../http/shapes.server.ts';

type JsonSchema = object;

export interface Description {
  summary: string;
  details?: string;
  query?: Record<string, { schema: JsonSchema; required?: boolean; description: string }>;
  headers?: Record<string, { schema: JsonSchema; required?: boolean; description: string }>;
  body?: JsonSchema;
  bodyType?: string;
  response?: JsonSchema;
  status?: number;
  errors?: (keyof typeof statusByCode)[];
  /** Reasons by which programs distinguish errors of one code: `conflict: dates_taken`. */
  reasons?: string[];
  /** The access to the call, if its contract has one. */
  access?: string;
  /** What parses its body and its query. */
  shapes?: { body?: Shape<unknown>; query?: Shape<unknown> };
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

export function routes(app: Hono<ApiEnv>): RouteDoc[] {
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

export const noContent = 204;

export function openApiDocument(app: Hono<ApiEnv>, serverUrl: string): object {
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

/** The errors of every call that takes JSON, for what is none (`jsonBody`). */
const jsonErrors = ['invalid', 'tooLarge', 'unsupportedType'] as const;

const isJson = ({ body, bodyType }: RouteDoc): boolean => body !== undefined && bodyType === undefined;

function operation(call: RouteDoc): object {
  const parameters = [
    ...Array.from(call.path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(call.query ?? {}).map(([name, parameter]) => ({ name, in: 'query', ...parameter })),
    ...Object.entries(call.headers ?? {}).map(([name, parameter]) => ({ name, in: 'header', ...parameter })),
  ];
  const { status = 200, response = {} } = call;
  const content = status === noContent ? undefined : { 'application/json': { schema: response } };
  const responses: Record<string, object> = {
    [status]: withoutUndefined({ description: 'Success', content }),
  };
  for (const code of [...(call.errors ?? []), ...(isJson(call) ? jsonErrors : [])]) {
    const reasons = (call.reasons ?? []).filter((reason) => reason.startsWith(`${code}: `));
    responses[statusByCode[code]] = {
      description: reasons.join(', ') || code,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return withoutUndefined({
    summary: call.summary,
    description: call.details,
    'x-access': call.access,
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: call.body && {
      required: true,
      content: { [call.bodyType ?? 'application/json']: { schema: call.body } },
    },
    responses,
  });
}
