import Type, { type Static } from 'typebox';
import { described, optional, text, wholeNumberText } from '../../platform/http/fields.server.ts';
import { type Parsed, query, type Sent } from '../../platform/http/shapes.server.ts';
import {
  dateSchema,
  homeSchema,
  momentSchema,
  orNull,
  slugSchema,
} from '../../shared/value-schemas.server.ts';
import { channels, eventOutcomes } from './feed.ts';

const channel = Type.Enum([...channels]);

const feedSchema = Type.Object({
  id: Type.String(),
  property: slugSchema,
  channel,
  name: Type.String(),
  host: Type.String({ description: 'Where it is read; the address itself is secret' }),
  isActive: Type.Boolean(),
  state: Type.Enum(['good', 'failing', 'stale', 'never_read', 'inactive'], {
    description: '`failing`: the last reading failed; `stale`: the last good one is older than 6 hours',
  }),
  lastReadAt: orNull(momentSchema),
  lastGoodAt: orNull(momentSchema),
  lastError: Type.String({ description: 'Empty after a good reading' }),
  eventCount: Type.Integer({ description: 'In the last good reading' }),
});

export const exportLinkSchema = Type.Object({
  id: Type.String(),
  property: slugSchema,
  channel,
  feedId: orNull(
    Type.String({
      description:
        'The feed whose own events it leaves out; a home with several of a channel has a link for each',
    }),
  ),
  feedName: Type.String({ description: 'Empty without a feed or a name' }),
  url: Type.String({ description: 'Secret: the channel that gets it reads the home’s closed nights' }),
  lastFetchedAt: orNull(momentSchema),
});

export const feedListSchema = Type.Object({
  feeds: Type.Array(feedSchema),
  exports: Type.Array(exportLinkSchema),
  properties: Type.Optional(
    Type.Array(homeSchema, {
      description: 'The homes of the page, in the hosts’ order, also those without feeds',
    }),
  ),
  pages: Type.Optional(Type.Integer({ description: 'How many pages of 24 homes there are' })),
});

const feedReadingSchema = Type.Object({
  isGood: Type.Boolean(),
  error: Type.String({ description: 'Why nothing was freed; empty after a good reading' }),
  feed: feedSchema,
  events: Type.Array(
    Type.Object({
      uid: Type.String(),
      kind: Type.Enum(['reservation', 'block']),
      checkin: dateSchema,
      checkout: dateSchema,
      outcome: Type.Enum([...eventOutcomes]),
    }),
  ),
});

/** A stay of a channel that overlaps one of ours, found right after a reading. */
const overlapSchema = Type.Object({
  checkin: dateSchema,
  checkout: dateSchema,
  code: Type.String({ description: 'The code of our booking' }),
  name: Type.String({ description: 'The name of its guest' }),
});

/** A reading by a host, with the conflicts that it leaves. */
export const checkedReadingSchema = Type.Object({
  ...feedReadingSchema.properties,
  overlaps: Type.Array(overlapSchema, {
    description: 'Its stays over confirmed ones of ours, until they are settled',
  }),
});

export type Feed = Static<typeof feedSchema>;
export type ExportLink = Static<typeof exportLinkSchema>;
export type FeedList = Static<typeof feedListSchema>;
export type FeedReading = Static<typeof feedReadingSchema>;
export type CheckedReading = Static<typeof checkedReadingSchema>;

export const feedListQuery = query({
  page: described(
    '24 listed homes, from page 1 on',
    optional(wholeNumberText('The page must be a whole number, 1 or more', 1, 9999)),
  ),
  search: described(
    'With page: homes whose title has this text',
    optional(
      text('The search', { max: 100, tooLong: 'The search cannot be longer than 100 characters' }),
      '',
    ),
  ),
});
export type FeedListQuery = Parsed<typeof feedListQuery>;
export type SentFeedListQuery = Sent<typeof feedListQuery>;
