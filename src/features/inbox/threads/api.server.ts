import Type from 'typebox';
import { publicAccess, serve } from '../../../platform/http/serve.server.ts';
import { orNull } from '../../../shared/value-schemas.server.ts';
import { responseTime } from '../calls.ts';
import { readResponseTime } from './response-time.server.ts';

/** How fast the hosts reply; public. */
export const responseTimeApi = serve(responseTime, publicAccess).on('read', {
  summary: 'Within how many hours the hosts usually answer',
  details:
    'The median of the last 90 days, from five answers on; guests who still wait for longer than a day count, too. null where that is not within the promised 24 hours.',
  response: Type.Object({ hours: orNull(Type.Integer({ minimum: 1, maximum: 23 })) }),
  maxAgeSeconds: 300,
  run: ({ ctx }) => readResponseTime(ctx),
});
