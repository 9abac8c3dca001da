import Type from 'typebox';
import { jsonLimitBytes, readBody } from '../../platform/http/body.server.ts';
import { publicAccess, serve } from '../../platform/http/serve.server.ts';
import { anyQuery, type Header } from '../../platform/http/shapes.server.ts';
import { AppError } from '../../shared/errors.ts';
import { stripeWebhook } from './calls.ts';
import { receiveWebhook } from './webhook.server.ts';
import { invalidEvent } from './webhook-event.ts';

const signatureHeader: Header<string | undefined> = {
  schema: Type.String(),
  isRequired: true,
  description: 'As the provider signs its events',
  parse: (value) => value,
};

export const stripeWebhookApi = serve(stripeWebhook, publicAccess).on('receive', {
  isOpenWhenClosed: true,
  summary: 'Where the card provider sends its events',
  details:
    'The signature over the raw body is checked before anything is read, and may be 300 seconds old. The event only says where to look; types that can change no purchase are taken and ignored.',
  query: anyQuery,
  headers: { 'Stripe-Signature': signatureHeader },
  response: Type.Object({ received: Type.Literal(true) }),
  errors: ['invalid', 'unavailable'],
  async run({ ctx, headers, c }) {
    await receiveWebhook(ctx, await readEventBody(c.req.raw), headers['Stripe-Signature']);
    return { received: true };
  },
});

/** No event of the provider is near the limit, so a larger body is forged. */
async function readEventBody(request: Request): Promise<Buffer> {
  try {
    return await readBody(request, jsonLimitBytes);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalidEvent('body', error);
  }
}
