import { Hono } from 'hono';
import Type from 'typebox';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { unknownPage, withPatterns } from '../../../platform/observability/request-log.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { type ClientError, type ClientErrorKind, clientErrorLimits } from './client-errors.ts';

const reportLimit: Limit = {
  name: 'client-error',
  points: 20,
  seconds: 3600,
  message: 'Enough reports, thank you.',
};
const maxBytes = 10_000;

const { messageLength, componentStackLength, pathLength } = clientErrorLimits;
const kinds: ClientErrorKind[] = ['recovered', 'caught', 'uncaught'];

const clientErrorSchema = Type.Object({
  kind: Type.Enum(kinds),
  message: Type.String({ minLength: 1, maxLength: messageLength }),
  componentStack: Type.String({ maxLength: componentStackLength }),
  path: Type.String({ pattern: '^/[^?#]*$', maxLength: pathLength }),
});

/** @throws AppError `invalid` with `fields` */
function parseClientError(input: unknown): ClientError {
  const { kind, message, componentStack, path } = isRecord(input) ? input : {};
  const knownKind = kinds.find((one) => one === kind);
  const isText = (value: unknown, length: number): value is string =>
    typeof value === 'string' && value.length <= length;
  const fields: Record<string, string> = {};
  if (!knownKind) fields.kind = `Must be one of ${kinds.join(', ')}`;
  if (!isText(message, messageLength) || message === '')
    fields.message = `Must be 1 to ${messageLength} characters`;
  if (!isText(componentStack, componentStackLength))
    fields.componentStack = `Must be text of at most ${componentStackLength} characters`;
  if (!isText(path, pathLength) || !/^\/[^?#]*$/.test(path))
    fields.path = `Must be a path of at most ${pathLength} characters, without search or fragment`;
  if (Object.keys(fields).length > 0) throw new AppError('invalid', 'This is no error report.', { fields });
  return { kind: knownKind, message, componentStack, path } as ClientError;
}

export const clientErrorsApi = new Hono<ApiEnv>().post(
  '/client-errors',
  describeRoute({
    summary: 'Where pages report that they failed in a browser',
    details:
      'Pages send it by themselves, at most three times each, with nothing about the guest; it goes to the log. ' +
      '20 per client address in an hour.',
    body: clientErrorSchema,
    status: 204,
    refusals: ['invalid', 'unsupportedType', 'tooLarge', 'tooMany'],
  }),
  jsonBody<ClientError>(parseClientError, maxBytes),
  async (c) => {
    const ctx = c.get('ctx');
    await ctx.consumeLimit(reportLimit, ctx.clientKey);
    const { pagePattern = unknownPage } = c.env;
    const { kind, message, componentStack, path } = c.req.valid('json');
    const clientError: ClientError = {
      kind,
      message: withPatterns(message, pagePattern),
      componentStack: withPatterns(componentStack, pagePattern),
      path: pagePattern(path),
    };
    ctx.log.warn({ clientError }, 'a page failed in a browser');
    return c.body(null, 204);
  },
);
