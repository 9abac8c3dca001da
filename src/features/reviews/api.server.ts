import { Hono } from 'hono';
import { cacheUntilContentChanges } from '../../platform/cache/response-cache.server.ts';
import { type ApiEnv, noStore } from '../../platform/http/app-env.server.ts';
import { jsonBody } from '../../platform/http/body.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { adminOnly } from '../auth/admin-only.server.ts';
import { reviewDescriptions } from './descriptions.server.ts';
import { hideReview, listHostedReviews, replyToReview, showReview } from './host-reviews.server.ts';
import {
  parseHide,
  parseReply,
  parseReviewInput,
  parseReviewQuery,
  parseReviewSubject,
  parseShow,
} from './parse-review.ts';
import { listReviews, readHomeReviews } from './read-reviews.server.ts';
import type { HiddenReason, ReviewInput } from './review.ts';
import { readReviewForm, writeReview } from './write-review.server.ts';

export const reviewsApi = new Hono<ApiEnv>()
  .get('/reviews', describeRoute(reviewDescriptions.list), cacheUntilContentChanges, async (c) =>
    c.json(await listReviews(c.get('ctx'), parseReviewSubject(c.req.url))),
  )
  .get(
    '/properties/:slug/reviews',
    describeRoute(reviewDescriptions.ofHome),
    cacheUntilContentChanges,
    async (c) =>
      c.json(await readHomeReviews(c.get('ctx'), c.req.param('slug'), parseReviewQuery(c.req.url))),
  )
  .get('/reviews/:token', describeRoute(reviewDescriptions.form), async (c) => {
    noStore(c);
    return c.json(await readReviewForm(c.get('ctx'), c.req.param('token')));
  })
  .post(
    '/reviews/:token',
    describeRoute(reviewDescriptions.write),
    jsonBody<ReviewInput>(parseReviewInput),
    async (c) => {
      noStore(c);
      const { form, isNew } = await writeReview(c.get('ctx'), c.req.param('token'), c.req.valid('json'));
      return c.json(form, isNew ? 201 : 200);
    },
  )
  .get('/admin/reviews', describeRoute(reviewDescriptions.hosted), async (c) => {
    noStore(c);
    return c.json(await listHostedReviews(c.get('ctx')));
  })
  .post(
    '/admin/reviews/:id/reply',
    describeRoute(reviewDescriptions.reply),
    adminOnly(),
    jsonBody<{ text: string }>(parseReply),
    async (c) => {
      noStore(c);
      return c.json(await replyToReview(c.get('ctx'), c.req.param('id'), c.req.valid('json').text));
    },
  )
  .post(
    '/admin/reviews/:id/hide',
    describeRoute(reviewDescriptions.hide),
    adminOnly(),
    jsonBody<{ reason: HiddenReason }>(parseHide),
    async (c) => {
      noStore(c);
      return c.json(await hideReview(c.get('ctx'), c.req.param('id'), c.req.valid('json').reason));
    },
  )
  .post(
    '/admin/reviews/:id/show',
    describeRoute(reviewDescriptions.show),
    adminOnly(),
    jsonBody(parseShow),
    async (c) => {
      noStore(c);
      return c.json(await showReview(c.get('ctx'), c.req.param('id')));
    },
  );
