import type { ColumnType, Generated } from 'kysely';

type Moment = ColumnType<Date, Date | string | undefined, Date | string>;

/** One row; `id` is always 1. */
export interface SiteSettingsTable {
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
  updated_at: Moment;
}

export interface MediaTable {
  id: string;
  kind: 'image' | 'video' | 'file';
  alt: Generated<string>;
  width: number | null;
  height: number | null;
  widths: Generated<number[]>;
  blur_data_url: Generated<string>;
  type: string;
  size_bytes: number;
  original_name: string;
  created_at: Moment;
  status: Generated<'processing' | 'ready' | 'failed'>;
  /** Why it failed, in words for the hosts. */
  error: Generated<string>;
  /** The last part of the URL of a video or a file. */
  file_name: Generated<string>;
  uploaded_by: string | null;
}

export interface PropertiesTable {
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
  /** One a line. */
  amenities: Generated<string>;
  /** One room a line, such as `Bunk room: 2 bunk beds`. */
  sleeping: Generated<string>;
  /** One a line. */
  house_rules: Generated<string>;
  /** Clock times such as `16:00`. */
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

export interface AmenitiesTable {
  id: number;
  name: string;
  icon_url: Generated<string>;
  description: Generated<string>;
  position: Generated<number>;
}

export interface ReviewsTable {
  id: number;
  guest_name: string;
  guest_photo_url: Generated<string>;
  rating: number;
  review_html: string;
  position: Generated<number>;
}

export type BillingPeriod = 'day' | 'week' | 'month' | 'year';

export interface ProductsTable {
  id: string;
  property_id: string | null;
  name: string;
  description: Generated<string>;
  images: Generated<string[]>;
  price_cents: number;
  currency: string;
  billing_type: 'one_time' | 'recurring';
  billing_period: BillingPeriod | null;
  is_listed: Generated<boolean>;
  position: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
}

export interface BlogPostsTable {
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

export interface BlogSlugHistoryTable {
  slug: string;
  /** A post, or one in the trash. */
  post_id: string;
  created_at: Moment;
}

export interface BlogDraftsTable {
  id: string;
  user_id: string;
  /** `null` for a post that does not exist yet. */
  post_id: string | null;
  /** The version of the post that the writing began with. */
  base_version: string | null;
  content: unknown;
  saved_at: Date;
}

export interface WaitlistEntriesTable {
  id: string;
  property_id: string;
  /** Canonical (`shared/text/email.ts`). */
  email: string;
  created_at: Moment;
  /** When the mail that the home is open was queued. */
  notified_at: Date | null;
}

export interface RedirectsTable {
  id: string;
  from_path: string;
  to_path: string;
  status: Generated<'301' | '308'>;
  created_at: Moment;
  updated_at: Moment;
}

export interface InquiriesTable {
  id: string;
  name: string;
  email: string;
  phone: Generated<string>;
  property_title: string;
  check_in: string;
  check_out: string;
  guests: number;
  message: Generated<string>;
  status: Generated<'new' | 'answered' | 'archived'>;
  created_at: Moment;
}

export type CheckoutStatus = 'pending' | 'open' | 'complete' | 'expired' | 'failed';
export type PurchaseType = 'payment' | 'subscription';

export interface CheckoutsTable {
  id: string;
  idempotency_key: string | null;
  product_id: string;
  product_name: string;
  product_description: Generated<string>;
  product_images: Generated<string[]>;
  unit_amount_cents: number;
  currency: string;
  quantity: number;
  type: PurchaseType;
  billing_period: BillingPeriod | null;
  status: Generated<CheckoutStatus>;
  stripe_session_id: string | null;
  stripe_url: string | null;
  expires_at: Date;
  last_checked_at: Date | null;
  created_at: Moment;
}

/** `past_due` and `paused` are for subscriptions alone. */
export type PurchaseStatus = 'active' | 'past_due' | 'paused' | 'refunded' | 'ended';

export interface PurchasesTable {
  id: string;
  checkout_id: string;
  stripe_session_id: string;
  stripe_payment_intent_id: string | null;
  stripe_subscription_id: string | null;
  product_id: string;
  product_name: string;
  amount_cents: number;
  currency: string;
  type: PurchaseType;
  status: Generated<PurchaseStatus>;
  email: string;
  customer_name: Generated<string>;
  purchased_at: Date;
  expires_at: Date | null;
}

export interface WebhookEventsTable {
  id: string;
  type: string;
  received_at: Moment;
}

export interface ProviderEventSyncTable {
  id: Generated<boolean>;
  synced_until: Date;
}

export interface UsersTable {
  id: string;
  /** Canonical (`shared/text/email.ts`), and proved to be the person's. */
  email: string;
  name: Generated<string>;
  role: Generated<'guest' | 'admin'>;
  google_issuer: string | null;
  google_subject: string | null;
  created_at: Moment;
}

export type SignInMethod = 'code' | 'google' | 'passkey';

export interface SessionsTable {
  id: string;
  user_id: string;
  /** SHA-256 of the token in the cookie. */
  token_hash: Buffer;
  method: SignInMethod;
  created_at: Moment;
  last_seen_at: Moment;
  /** The last sign-in, or the last renewal with a passkey. */
  authenticated_at: Moment;
  user_agent: Generated<string>;
  network: Generated<string>;
}

export interface LoginCodesTable {
  id: string;
  email: string;
  binding_hash: Buffer;
  code_hash: Buffer;
  /** The known browser that asked, whose mails are counted apart from those of strangers. */
  device_id: string | null;
  max_attempts: number;
  failed_attempts: Generated<number>;
  created_at: Moment;
  expires_at: Date;
  used_at: Date | null;
}

export interface OauthRequestsTable {
  id: string;
  binding_hash: Buffer;
  state_hash: Buffer | null;
  nonce: string;
  code_verifier: string;
  redirect_uri: string;
  created_at: Moment;
  expires_at: Date;
  used_at: Date | null;
}

export interface PasskeysTable {
  id: string;
  user_id: string;
  /** Base64url. */
  credential_id: string;
  public_key: Buffer;
  counter: Generated<number>;
  transports: Generated<string[]>;
  name: Generated<string>;
  created_at: Moment;
  last_used_at: Date | null;
}

export interface WebauthnChallengesTable {
  id: string;
  binding_hash: Buffer;
  user_id: string | null;
  purpose: 'register' | 'sign-in' | 'renew';
  challenge: string;
  created_at: Moment;
  expires_at: Date;
  used_at: Date | null;
}

/** One write of a row in the admin. */
export interface AuditLogTable {
  id: Generated<number>;
  table_name: string;
  row_id: string;
  action: 'create' | 'update' | 'delete' | 'restore' | 'import';
  actor_id: string | null;
  actor_email: string;
  created_at: Moment;
  /** What the changed fields held before. */
  before: Record<string, unknown> | null;
  /** The row's fields after the write. */
  after: Record<string, unknown>;
}

export interface DeletedRowsTable {
  id: string;
  table_name: string;
  row_id: string;
  label: string;
  /** Every column of the deleted row. */
  row: Record<string, unknown>;
  /** The rows that lost their reference to it, as JSON. */
  cleared_references: unknown;
  deleted_by_email: string;
  deleted_at: Date;
  expires_at: Date;
}

export interface SavedViewsTable {
  id: string;
  table_name: string;
  name: string;
  query: string;
  created_at: Moment;
}

export interface DailyVisitsTable {
  /** `YYYY-MM-DD`, at the homes. */
  day: string;
  visitors: Generated<number>;
  views: Generated<number>;
}

export interface DailySaltsTable {
  day: string;
  salt: Buffer;
}

export interface DailyVisitorsTable {
  day: string;
  hash: Buffer;
}

/** At most one row: the name of this database beside the files it uses. */
export interface InstallationTable {
  is_only: Generated<boolean>;
  id: Generated<string>;
}

/** Every table the product reads or writes, by its name in PostgreSQL. */
export interface Database {
  site_settings: SiteSettingsTable;
  media: MediaTable;
  properties: PropertiesTable;
  amenities: AmenitiesTable;
  reviews: ReviewsTable;
  products: ProductsTable;
  blog_posts: BlogPostsTable;
  blog_slug_history: BlogSlugHistoryTable;
  blog_drafts: BlogDraftsTable;
  inquiries: InquiriesTable;
  waitlist_entries: WaitlistEntriesTable;
  redirects: RedirectsTable;
  checkouts: CheckoutsTable;
  purchases: PurchasesTable;
  webhook_events: WebhookEventsTable;
  provider_event_sync: ProviderEventSyncTable;
  users: UsersTable;
  sessions: SessionsTable;
  login_codes: LoginCodesTable;
  oauth_requests: OauthRequestsTable;
  passkeys: PasskeysTable;
  webauthn_challenges: WebauthnChallengesTable;
  audit_log: AuditLogTable;
  deleted_rows: DeletedRowsTable;
  saved_views: SavedViewsTable;
  daily_visits: DailyVisitsTable;
  daily_salts: DailySaltsTable;
  daily_visitors: DailyVisitorsTable;
  installation: InstallationTable;
}
