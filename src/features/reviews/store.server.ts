import { type NotNull, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.server.ts';
import { joinedProperty } from '../listings/store.server.ts';
import { reviewsPerPage } from './review.ts';

// The conditions are literals, so that the partial indexes serve every plan.
const ofStay = sql<boolean>`reviews.kind = 'stay'`;
const ofExample = sql<boolean>`reviews.kind = 'example'`;

export const exampleReviews = (db: Db, subject: 'home' | 'hosts') =>
  db
    .selectFrom('reviews')
    .select(['id', 'guest_name', 'guest_photo_url', 'rating', 'review_html'])
    .where(ofExample)
    .where('subject', '=', subject)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Loads the newest reviews of all homes. */
export const newestReviews = (db: Db, limit: number) =>
  db
    .selectFrom('reviews')
    .select(['id', 'guest_name', 'rating', 'review_html'])
    .where(ofStay)
    .where('hidden_at', 'is', null)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Counts the reviews of each rating, of a home or of all. */
export const countRatings = (db: Db, propertyId?: string) =>
  db
    .selectFrom('reviews')
    .select(['rating', sql<number>`count(*)::int`.as('count')])
    .where(ofStay)
    .$if(propertyId !== undefined, (all) => all.where('property_id', '=', propertyId ?? null))
    .groupBy('rating')
    .execute();

const stayMonth = sql<string>`coalesce(stay_month, '')`.as('stayMonth');

interface HomePage {
  propertyId: string;
  page: number;
  stars: number | null;
}

/** The ids of a page come only from the index: a deep page reads ten reviews, not all before them. */
export const homeReviewRows = (db: Db, { propertyId, page, stars }: HomePage) =>
  db
    .selectFrom('reviews')
    .select(['guest_name as name', 'rating', 'review_html as text', 'reply'])
    .select([stayMonth, 'hidden_reason as hiddenReason'])
    .where('id', 'in', (from) =>
      from
        .selectFrom('reviews')
        .select('id')
        .where(ofStay)
        .where('property_id', '=', propertyId)
        // A filter by rating must not reveal that of a hidden review.
        .$if(stars !== null, (all) => all.where('rating', '=', stars ?? 0).where('hidden_at', 'is', null))
        .orderBy('published_at', 'desc')
        .orderBy('id', 'desc')
        .limit(reviewsPerPage)
        .offset((page - 1) * reviewsPerPage),
    )
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** The home of a stay that began there; the booking's, where that one was deleted since. */
const propertyIn = (column: 'begun_property_id' | 'reviews.property_id') =>
  sql<string>`coalesce(
    (select id from properties as begun where begun.id = ${sql.ref(column)}), bookings.property_id
  )`;

/** The stay that is reviewed: as it was before its booking changed after the check-in, else as it is. */
const reviewedColumns = [
  sql<string>`coalesce(begun_checkin, bookings.checkin)`.as('checkin'),
  // A change of only the nights leaves it the same stay.
  sql<string>`case when begun_checkout is null or bookings.status = 'confirmed'
      and (begun_property_id, begun_checkin) = (bookings.property_id, bookings.checkin)
    then bookings.checkout else begun_checkout end`.as('checkout'),
  'begun_checkout as begunCheckout',
] as const;

/** Loads the stay to which the link of a review request leads. */
export const reviewedStay = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('review_requests')
    .innerJoin('bookings', 'bookings.id', 'review_requests.booking_id')
    .innerJoin('properties', (join) => join.on('properties.id', '=', propertyIn('begun_property_id')))
    .leftJoin('reviews', 'reviews.booking_id', 'review_requests.booking_id')
    .select(['review_requests.booking_id as bookingId', 'bookings.status', 'bookings.name'])
    .select(reviewedColumns)
    .select(joinedProperty.as('home'))
    .select(['reviews.id as reviewId', 'guest_name as guestName', 'rating', 'review_html as text'])
    .select(['reply', 'published_at as publishedAt'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

export type ReviewedStay = NonNullable<Awaited<ReturnType<typeof reviewedStay>>>;

interface WrittenReview {
  guest_name: string;
  rating: number;
  review_html: string;
  private_note?: string;
}

/** The home and the month of a review are those of its stay, and do not change when the stay is moved. */
export const insertReview = (
  tx: Tx,
  row: WrittenReview & { id: number; booking_id: string; published_at: Date },
) =>
  tx
    .insertInto('reviews')
    .values({ ...row, kind: 'stay' })
    .execute();

interface Editing {
  publishedAfter: Date;
  set: WrittenReview & { edited_at: Date };
}

/** @returns whether it could still be changed */
export async function updateUnanswered(tx: Tx, bookingId: string, edit: Editing): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reviews')
    .set(edit.set)
    .where('booking_id', '=', bookingId)
    .where('reply', '=', '')
    .where('published_at', '>', edit.publishedAfter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const requestBatch = 200;

/** Requests that are due now, for the first or the second mail. */
export async function dueRequests(
  db: Db,
  { now, sentBefore }: { now: Date; sentBefore: Date },
): Promise<{ booking_id: string }[]> {
  const first = await db
    .selectFrom('review_requests')
    .select('booking_id')
    .where('sent_at', 'is', null)
    .where(sql<boolean>`is_open`)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(requestBatch)
    .execute();
  const second = await db
    .selectFrom('review_requests')
    .select('booking_id')
    .where('sent_at', '<=', sentBefore)
    .where('reminded_at', 'is', null)
    .where(sql<boolean>`is_open`)
    .orderBy('sent_at')
    .limit(requestBatch)
    .execute();
  return [...first, ...second];
}

export const requestOfBooking = (tx: Tx, bookingId: string) =>
  tx
    .selectFrom('review_requests')
    .innerJoin('bookings', 'bookings.id', 'review_requests.booking_id')
    .select(['due_at', 'sent_at', 'reminded_at', 'is_open'])
    .select(reviewedColumns)
    .select(propertyIn('begun_property_id').as('property_id'))
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('reviews').select('id').whereRef('reviews.booking_id', '=', 'review_requests.booking_id'),
      ).as('is_reviewed'),
    )
    .where('review_requests.booking_id', '=', bookingId)
    .executeTakeFirst();

interface RequestColumns {
  sent_at?: Date;
  reminded_at?: Date;
  token_hash?: Buffer;
  is_open?: boolean;
}

export const updateRequest = (db: Db, bookingId: string, set: RequestColumns) =>
  db.updateTable('review_requests').set(set).where('booking_id', '=', bookingId).execute();

/** Requests whose link opens nothing yet. */
export const bookingsWithoutReviewToken = (db: Db) =>
  db
    .selectFrom('review_requests')
    .innerJoin('bookings', 'bookings.id', 'review_requests.booking_id')
    .select(['bookings.id', 'bookings.key_version'])
    .where('token_hash', 'is', null)
    .limit(requestBatch)
    .execute();

const hostedReviews = (db: Db) =>
  db
    .selectFrom('reviews')
    .innerJoin('bookings', 'bookings.id', 'reviews.booking_id')
    .innerJoin('properties', (join) => join.on('properties.id', '=', propertyIn('reviews.property_id')))
    .select(['reviews.id', 'bookings.code', joinedProperty.as('property'), 'guest_name as name', 'rating'])
    .select(['review_html as text', stayMonth, 'private_note as privateNote'])
    .select(['published_at as publishedAt', 'reply', 'hidden_reason as hiddenReason'])
    .$narrowType<{ publishedAt: NotNull }>();

export const hostedReview = (db: Db, id: number) =>
  hostedReviews(db).where('reviews.id', '=', id).executeTakeFirst();

export const reviewsWithoutReply = (db: Db, limit: number) =>
  hostedReviews(db)
    .where(ofStay)
    .where(sql<boolean>`reply = ''`)
    .where('hidden_at', 'is', null)
    .orderBy('published_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(limit)
    .execute();

export const reviewsWithReply = (db: Db, limit: number) =>
  hostedReviews(db)
    .where(ofStay)
    .where(sql<boolean>`reply <> ''`)
    .where('hidden_at', 'is', null)
    .orderBy('replied_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(limit)
    .execute();

export const hiddenReviews = (db: Db, limit: number) =>
  hostedReviews(db)
    .where('hidden_at', 'is not', null)
    .orderBy('hidden_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(limit)
    .execute();

/** Guests of stays that ended on that day or later, who got a request and have not written a review. */
export const unansweredRequests = (
  db: Db,
  { sentAfter, endedFrom }: { sentAfter: Date; endedFrom: string },
  limit: number,
) =>
  db
    .selectFrom('review_requests')
    .innerJoin('bookings', 'bookings.id', 'review_requests.booking_id')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .select(['bookings.code', joinedProperty.as('property'), 'bookings.name', 'bookings.checkout'])
    .select(['sent_at as sentAt', 'reminded_at as remindedAt'])
    .$narrowType<{ sentAt: NotNull }>()
    .where('sent_at', '>', sentAfter)
    .where('bookings.status', '=', 'confirmed')
    .where('bookings.checkout', '>=', endedFrom)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reviews')
            .select('reviews.id')
            .whereRef('reviews.booking_id', '=', 'review_requests.booking_id'),
        ),
      ),
    )
    .orderBy('sent_at', 'desc')
    .orderBy('review_requests.booking_id')
    .limit(limit)
    .execute();

/** Loads the reviews of a guest for the export of their data. */
export const listReviewsByEmail = (db: Db, email: string) =>
  db
    .selectFrom('reviews')
    .innerJoin('bookings', 'bookings.id', 'reviews.booking_id')
    .select([
      'bookings.code as booking',
      'guest_name as name',
      'rating',
      'review_html as text',
      'private_note as privateNote',
      'reply',
      'published_at as publishedAt',
    ])
    .where('bookings.email', '=', email)
    .orderBy('published_at')
    .execute();
