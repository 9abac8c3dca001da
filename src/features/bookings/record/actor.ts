import type { Ctx } from '../../../platform/context.server.ts';

/** The person who acts on the page of a trip, as named in the history. */
export const toActor = ({ viewer }: Pick<Ctx, 'viewer'>): string =>
  viewer?.role === 'admin' ? viewer.email : 'guest';
