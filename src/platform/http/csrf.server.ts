import type { MiddlewareHandler } from 'hono';
import { AppError } from '../../shared/errors.ts';
import type { ApiEnv } from './app-env.server.ts';
import { jsonRequired } from './body.server.ts';

/** The content types that an HTML form can send to another site without a preflight. */
const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(;|$)/i;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export const crossSiteError = () =>
  new AppError('forbidden', 'This request came from another site and was not carried out.');

/**
 * Rejects writes that another site's page makes in a visitor's browser. Browsers state where a request comes from; a
 * program that states nothing carries no visitor's cookie by accident.
 * @param signedPaths calls whose signed body proves where it comes from, with any content type
 */
export function rejectCrossSite(appOrigin: string, signedPaths: string[]): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (!safeMethods.has(c.req.method)) {
      const site = c.req.header('Sec-Fetch-Site');
      const origin = c.req.header('Origin');
      const type = c.req.header('Content-Type') ?? '';
      const isOwnHost = origin !== undefined && URL.parse(origin)?.host === c.req.header('Host');
      const isOwnOrigin =
        origin === undefined || origin === appOrigin || (site === 'same-origin' && isOwnHost);
      if (!isOwnOrigin || (site !== undefined && site !== 'same-origin')) throw crossSiteError();
      const couldBeForm = site === undefined && origin === undefined && formTypes.test(type);
      if (couldBeForm && !signedPaths.includes(c.req.path))
        throw new AppError('unsupportedType', formTypeMessage(type, appOrigin));
    }
    await next();
  };
}

/** Uploads are multipart/form-data and could not be JSON: their programs learn which header is missing instead. */
const formTypeMessage = (type: string, appOrigin: string): string =>
  /^multipart\//i.test(type)
    ? `Please say where this request comes from (Origin: ${appOrigin}).`
    : jsonRequired;
