import type { ColumnType, Generated } from 'kysely';
import type amenities from '../../shared/schemas/amenities.ts';
import type blogPosts from '../../shared/schemas/blog-posts.ts';
import type media from '../../shared/schemas/media.ts';
import type pages from '../../shared/schemas/pages.ts';
import type properties from '../../shared/schemas/properties.ts';
import type redirects from '../../shared/schemas/redirects.ts';
import type reviews from '../../shared/schemas/reviews.ts';
import type siteSettings from '../../shared/schemas/site-settings.ts';
import type { Moment } from './column-types.ts';
import type { TableColumns } from './table-columns.ts';

type SiteSettingsTable = TableColumns<
  typeof siteSettings,
  {
    takes_bank_debits: Generated<boolean>;
  }
>;

export type MediaTable = TableColumns<
  typeof media,
  {
    id: string;
    /** The last part of the URL of a video or a file. */
    file_name: Generated<string>;
    uploaded_by: string | null;
  }
>;

interface StrippedVideosTable {
  media_id: string;
  stripped_at: Date;
  /** The version of what was stripped (`stripVersion`). */
  version: Generated<number>;
}

export type PropertiesTable = TableColumns<
  typeof properties,
  {
    id: string;
  }
>;

type AmenitiesTable = TableColumns<typeof amenities>;

type ReviewsTable = TableColumns<
  typeof reviews,
  {
    rating: number;
    /** HTML for an example; plain text for a guest's review, which is escaped when rendered. */
    review_html: string;
    /** Only triggers write it, like the month: the stay's property, as it was when the stay had begun. */
    property_id: ColumnType<string | null, never, never>;
    stay_month: ColumnType<string | null, never, never>;
    private_note: Generated<string>;
    /** Empty until the hosts reply. */
    reply: Generated<string>;
  }
>;

/** The stays whose guests are asked for a review; only triggers of `bookings` write them. */
interface ReviewRequestsTable {
  booking_id: string;
  due_at: Date;
  sent_at: Date | null;
  reminded_at: Date | null;
  /** SHA-256 of the token in the link. */
  token_hash: Buffer | null;
  /** Whether a mail may still go out. */
  is_open: Generated<boolean>;
  /** The stay before its booking changed after the check-in: this column and the next two, all or none; set by triggers. */
  begun_property_id: ColumnType<string | null, never, never>;
  begun_checkin: ColumnType<string | null, never, never>;
  begun_checkout: ColumnType<string | null, never, never>;
}

type BlogPostsTable = TableColumns<
  typeof blogPosts,
  {
    id: string;
  }
>;

interface BlogSlugHistoryTable {
  slug: string;
  /** A post, or one in the trash. */
  post_id: string;
  created_at: Moment;
}

interface BlogDraftsTable {
  id: string;
  user_id: string;
  /** `null` for a post that does not exist yet. */
  post_id: string | null;
  /** The version of the post that the writing began with. */
  base_version: string | null;
  content: unknown;
  saved_at: Date;
}

type RedirectsTable = TableColumns<
  typeof redirects,
  {
    id: string;
  }
>;

type PagesTable = TableColumns<typeof pages>;

export interface ContentTables {
  pages: PagesTable;
  site_settings: SiteSettingsTable;
  media: MediaTable;
  stripped_videos: StrippedVideosTable;
  properties: PropertiesTable;
  amenities: AmenitiesTable;
  reviews: ReviewsTable;
  review_requests: ReviewRequestsTable;
  blog_posts: BlogPostsTable;
  blog_slug_history: BlogSlugHistoryTable;
  blog_drafts: BlogDraftsTable;
  redirects: RedirectsTable;
}
