import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from '../http/app-env.server.ts';
import type { ContentCache } from './content-cache.server.ts';

const forEveryone = 'public, no-cache';
const maximumAnswers = 200;

/** Marks a call whose answer is made from the hosts' content alone: it is the same whoever asks. */
export const cacheUntilContentChanges: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  if (c.res.status === 200) c.res.headers.set('Cache-Control', forEveryone);
};

/** Answers a call from memory, or by `ask`. */
export type RememberAnswers = (call: string, ask: () => Promise<Response>) => Promise<Response>;

/**
 * Remembers what the API answers our own pages, as far as it is marked as the same for everyone, until any content
 * changes: rendering a page then neither writes nor reads JSON. The values are frozen, since all pages share them.
 */
export function createResponseCache(content: Pick<ContentCache, 'generation'>): RememberAnswers {
  let generation: number | null = null;
  let values = new Map<string, unknown>();

  return async (call, ask) => {
    const now = content.generation();
    if (now !== generation) {
      generation = now;
      values = new Map();
    }
    if (values.has(call)) return answerOf(values.get(call));
    const response = await ask();
    if (now === null || now !== content.generation() || !isForEveryone(response)) return response;
    const value: unknown = JSON.parse(await response.text(), (_, part) => Object.freeze(part));
    if (values.size < maximumAnswers) values.set(call, value);
    return answerOf(value);
  };
}

const isForEveryone = (response: Response): boolean =>
  response.status === 200 && response.headers.get('Cache-Control') === forEveryone;

const answerOf = (value: unknown): Response =>
  Object.defineProperty(new Response(null), 'json', { value: () => Promise.resolve(value) });
