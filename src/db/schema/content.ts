import type { ColumnType, Generated } from 'kysely';
import type { Static } from 'typebox';
import type media from '../../shared/schemas/media.ts';
import type { Moment } from './column-types.ts';
import type { BookablePropertyColumns, StayPropertyColumns } from './lodging.ts';

interface SiteSettingsTable {
  id: number;
  business_name: string;
  town: string;
  phone: string;
  email: string;
  video_url: Generated<string>;
  video_headline: Generated<string>;
  video_poster_url: Generated<string>;
  banner_url: Generated<string>;
  map_query: Generated<string>;
  map_picture_url: Generated<string>;
  guest_experience_host_picture_url: Generated<string>;
  property_manager_host_picture_url: Generated<string>;
  review_rating: number;
  review_count: number;
  social_facebook_url: Generated<string>;
  social_instagram_url: Generated<string>;
  social_tiktok_url: Generated<string>;
  terms_url: Generated<string>;
  privacy_url: Generated<string>;
  credit_label: Generated<string>;
  credit_url: Generated<string>;
  copyright_year: number;
  takes_bank_debits: Generated<boolean>;
  updated_at: Moment;
}

type MediaFields = Required<Static<typeof media>>;

export interface MediaTable {
  id: string;
  kind: MediaFields['kind'];
  alt: Generated<string>;
  width: number | null;
  height: number | null;
  widths: Generated<number[]>;
  blur_data_url: Generated<string>;
  type: string;
  size_bytes: number;
  original_name: string;
  created_at: Moment;
  status: Generated<MediaFields['status']>;
  /** Why it failed, in words for the hosts. */
  error: Generated<string>;
  /** The last part of the URL of a video or a file. */
  file_name: Generated<string>;
  uploaded_by: string | null;
}

export interface PropertiesTable extends BookablePropertyColumns, StayPropertyColumns {
  id: string;
  slug: string;
  title: string;
  description: string;
  images: Generated<string[]>;
  guests: number;
  beds: number;
  baths: number;
  price_preview: string;
  home_type: Generated<'House' | 'Apartment' | 'Villa'>;
  amenities: Generated<string>;
  /** One room a line, such as `Bunk room: 2 bunk beds`. */
  sleeping: Generated<string>;
  house_rules: Generated<string>;
  check_in_from: Generated<string>;
  check_out_until: Generated<string>;
  address: Generated<string>;
  locality: Generated<string>;
  latitude: number | null;
  longitude: number | null;
  map_query: Generated<string>;
  share_description: Generated<string>;
  is_coming_soon: Generated<boolean>;
  is_listed: Generated<boolean>;
  position: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
}

interface AmenitiesTable {
  id: number;
  name: string;
  icon_url: Generated<string>;
  description: Generated<string>;
  position: Generated<number>;
}

interface ReviewsTable {
  id: number;
  guest_name: string;
  guest_photo_url: Generated<string>;
  rating: number;
  /** HTML of an example; of a review of a stay the plain text, to be escaped where it is drawn. */
  review_html: string;
  position: Generated<number>;
  subject: Generated<'home' | 'hosts'>;
  kind: Generated<'stay' | 'example'>;
  booking_id: string | null;
  /** Set by triggers, as the month of the stay: those of its booking. */
  property_id: ColumnType<string | null, never, never>;
  stay_month: ColumnType<string | null, never, never>;
  private_note: Generated<string>;
  published_at: Date | null;
  edited_at: Date | null;
  hidden_at: Date | null;
  hidden_reason:
    | 'names_a_person'
    | 'abusive'
    | 'not_about_the_stay'
    | 'proven_false'
    | 'asked_by_author'
    | null;
  /** Empty until the hosts reply. */
  reply: Generated<string>;
  replied_at: Date | null;
}

/** Whom to ask for a review; made, moved and deleted by triggers of `bookings`. */
interface ReviewRequestsTable {
  booking_id: string;
  due_at: Date;
  sent_at: Date | null;
  reminded_at: Date | null;
  /** SHA-256 of the token in the link. */
  token_hash: Buffer | null;
  /** Whether a mail may still go out. */
  is_open: Generated<boolean>;
}

interface BlogPostsTable {
  id: string;
  slug: string;
  title: string;
  summary: string | null;
  html_rich_text: string;
  author: Generated<string>;
  published_at: Date | null;
  cover_image_url: Generated<string>;
  tags: Generated<string[]>;
  created_at: Moment;
  updated_at: Moment;
}

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

interface RedirectsTable {
  id: string;
  from_path: string;
  to_path: string;
  status: Generated<'301' | '308'>;
  created_at: Moment;
  updated_at: Moment;
}

interface PagesTable {
  id: Generated<string>;
  slug: string;
  title: string;
  html_rich_text: string;
  created_at: Moment;
  updated_at: Moment;
}

export interface ContentTables {
  pages: PagesTable;
  site_settings: SiteSettingsTable;
  media: MediaTable;
  properties: PropertiesTable;
  amenities: AmenitiesTable;
  reviews: ReviewsTable;
  review_requests: ReviewRequestsTable;
  blog_posts: BlogPostsTable;
  blog_slug_history: BlogSlugHistoryTable;
  blog_drafts: BlogDraftsTable;
  redirects: RedirectsTable;
}
