import type { Context, ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isDatabaseUnavailable } from '../../db/client.server.ts';
import { AppError, ConflictError, type ErrorBody, statusByCode } from '../../shared/errors.ts';
import { routePattern } from '../observability/request-log.server.ts';
import type { ApiEnv } from './app-env.server.ts';

/** Turns every failure into a response: the one place where that happens. */
export const onError: ErrorHandler<ApiEnv> = (error, c) => {
  const requestId = c.get('requestId');
  if (error instanceof AppError) {
    if (error.code === 'unavailable' && error.extra?.reason !== 'closed')
      c.get('log').warn({ err: error, requestId }, 'service unavailable');
    else logDenial(c, error);
    if (error.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.retryAfterSeconds));
    return errorResponse(c, error);
  }
  if (isDatabaseUnavailable(error)) {
    c.get('log').error({ err: error, requestId }, 'the database did not answer');
    c.header('Retry-After', '3');
    return errorResponse(
      c,
      new AppError('unavailable', 'We are back in a moment. Please try again.'),
      requestId,
    );
  }
  const route = c.env?.trace?.route ?? routePattern(c);
  c.get('log').error({ err: error, requestId, route }, 'unexpected failure');
  return errorResponse(c, new AppError('internal', 'Something went wrong on our side.'), requestId);
};

/** Logs denied access, and webhook events with a wrong signature. */
function logDenial(c: Context<ApiEnv>, { code, message: reason, fields, cause }: AppError): void {
  const route = routePattern(c);
  const isEvent = route.startsWith('/api/webhooks/');
  if (code !== 'unauthenticated' && code !== 'forbidden' && !isEvent) return;
  const entry = {
    event: 'refused',
    requestId: c.get('requestId'),
    method: c.req.method,
    route,
    reason,
    // The field is not called `code`, because the log redacts that name as a sign-in code.
    status: statusByCode[code],
    fields: isEvent && fields ? Object.keys(fields) : undefined,
    cause: cause instanceof Error ? cause.message : undefined,
  };
  c.get('log').warn(entry, isEvent ? 'a webhook was refused' : 'a request was refused');
}

function errorResponse(c: Context<ApiEnv>, error: AppError, reference?: string): Response {
  const body: ErrorBody = { ...error.extra, message: error.message, error: error.message, code: error.code };
  if (error.fields) body.fields = error.fields;
  if (error instanceof ConflictError) body.current = error.current;
  if (reference) body.reference = reference;
  c.header('Cache-Control', 'no-store');
  return c.json(body, statusByCode[error.code] as ContentfulStatusCode);
}
