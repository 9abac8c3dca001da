import { ApiError } from '../../../shared/http/api-error.ts';
import { calls } from '../../../shared/http/calls.ts';

type UntypedCall = (request?: unknown) => Promise<unknown>;

/** Groups calls of the admin as `calls` does; without a response they reject with an ApiError of the status 0. */
export function adminCalls<const Base extends string, Specs extends object>(base: Base, specs: Specs) {
  const group = calls(base, specs);
  const reported = Object.entries(group as unknown as Record<string, UntypedCall>).map(([name, call]) => {
    const { failed } = specs[name as keyof Specs] as { failed: string };
    const reporting: UntypedCall = (request) => orUnreachable(call(request), failed);
    return [name, Object.assign(reporting, call)];
  });
  return Object.fromEntries(reported) as typeof group;
}

export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Replaces the browser's message for an unreachable server by the specification's; its status is 0. */
export async function orUnreachable<T>(call: Promise<T>, failed: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isAborted(error) || error instanceof ApiError) throw error;
    throw new ApiError(0, failed);
  }
}
