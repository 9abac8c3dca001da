import type { Ctx } from '../../../platform/context.server.ts';

/** Who acts on the page of a trip, as the history names them. */
export const toActor = ({ viewer }: Pick<Ctx, 'viewer'>): string =>
  viewer?.role === 'admin' ? viewer.email : 'guest';
