import { sql } from 'kysely';
import { anyId } from '../../db/any-id.server.ts';
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
      'feed.is_active as isActive',
      'feed.last_read_at as lastReadAt',
      'feed.last_good_at as lastGoodAt',
      'feed.last_error as lastError',
      'feed.event_count as eventCount',
    ]);

/** @param homes ids; `null` for the feeds of every home */
export const listFeeds = (db: Db, homes: readonly string[] | null) =>
  withProperty(db)
    .$if(homes !== null, (query) => query.where('feed.property_id', '=', anyId(homes ?? [])))
    .orderBy('properties.position')
    .orderBy('properties.id')
    .orderBy('feed.created_at')
    .orderBy('feed.id')
    .execute();

export type ListedFeed = Awaited<ReturnType<typeof listFeeds>>[number];

export const listedFeed = (db: Db, id: string) =>
  withProperty(db).where('feed.id', '=', id).executeTakeFirst();

/**
 * Whether `link` belongs to `feed`. It does if it names the feed, or if the home has a single feed of that channel, the
 * feed has no link of its own, and the link names no other feed.
 */
export const linkOfFeed = sql<boolean>`(
  feed.property_id = link.property_id and feed.channel = link.channel and (link.feed_id = feed.id or not exists (
    select from calendar_feeds as sibling
    where sibling.property_id = feed.property_id and sibling.channel = feed.channel and sibling.id <> feed.id
  ) and not exists (
    select from calendar_links as own
    where own.property_id = feed.property_id and own.channel = feed.channel and own.feed_id = feed.id
  ))
)`;

/** Loads the homes in the hosts' order. */
export const listedHomes = (db: Db) =>
  db
    .selectFrom('properties')
    .select(['id', 'slug', 'title'])
    .where('is_listed', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
