import type { Db } from '../../db/client.server.ts';

const withProperty = (db: Db) =>
  db
    .selectFrom('calendar_feeds as feed')
    .innerJoin('properties', 'properties.id', 'feed.property_id')
    .select([
      'feed.id',
      'properties.slug as property',
      'feed.channel',
      'feed.name',
      'feed.url',
      'feed.is_active',
    ])
    .select(['feed.last_read_at', 'feed.last_good_at', 'feed.last_error', 'feed.event_count']);

export const listFeeds = (db: Db) =>
  withProperty(db)
    .orderBy('properties.position')
    .orderBy('properties.id')
    .orderBy('feed.created_at')
    .orderBy('feed.id')
    .execute();

export type ListedFeed = Awaited<ReturnType<typeof listFeeds>>[number];

export const listedFeed = (db: Db, id: string) =>
  withProperty(db).where('feed.id', '=', id).executeTakeFirst();
