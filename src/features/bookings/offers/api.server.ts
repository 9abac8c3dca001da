import { Hono } from 'hono';
import type { Static } from 'typebox';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import { bindBrowser, browserHash } from '../checkout/browser.server.ts';
import { acceptOffer } from './accept-offer.server.ts';
import { makeOffer, withdrawOffer } from './actions.server.ts';
import { offerDescriptions } from './descriptions.server.ts';
import type { offerRequestSchema } from './offer.schema.server.ts';
import { type AcceptRequest, type OfferRequest, parseAcceptRequest, parseOfferRequest } from './offer.ts';
import { listOffers, readOffer } from './read-offer.server.ts';

export const offersApi = new Hono<ApiEnv>()
  .post(
    '/admin/offers',
    describeRoute(offerDescriptions.make),
    adminOnly(),
    jsonBody<OfferRequest, Static<typeof offerRequestSchema>>(parseOfferRequest),
    async (c) => {
      noStore(c);
      return c.json(await makeOffer(c.get('ctx'), c.req.valid('json')), 201);
    },
  )
  .get('/admin/offers', describeRoute(offerDescriptions.list), async (c) => {
    noStore(c);
    return c.json(await listOffers(c.get('ctx')));
  })
  .post('/admin/offers/:id/withdraw', describeRoute(offerDescriptions.withdraw), async (c) => {
    noStore(c);
    return c.json(await withdrawOffer(c.get('ctx'), c.req.param('id')));
  })
  .get('/offers/:token', describeRoute(offerDescriptions.offer), async (c) => {
    noStore(c);
    return c.json(await readOffer(c.get('ctx'), c.req.param('token'), browserHash(c)));
  })
  .post(
    '/offers/:token/bookings',
    describeRoute(offerDescriptions.accept),
    jsonBody<AcceptRequest>(parseAcceptRequest),
    async (c) => {
      noStore(c);
      const placed = await acceptOffer(
        c.get('ctx'),
        c.req.param('token'),
        c.req.valid('json'),
        bindBrowser(c),
      );
      return c.json(placed, 201);
    },
  );
