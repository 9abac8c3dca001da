-- The schema after all migrations, written by `npm run db:schema`; a test compares it. Change it by a migration.
-- Indexes for sorting and searching a table in the admin are made at the start, from the tables' schemas.


CREATE EXTENSION btree_gist;

CREATE EXTENSION pg_trgm;

CREATE TABLE amenities (
  id integer NOT NULL,
  name text NOT NULL,
  icon_url text DEFAULT ''::text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  is_example boolean DEFAULT false NOT NULL,
  CONSTRAINT amenities_pkey PRIMARY KEY (id),
  CONSTRAINT amenities_id_check CHECK (((id >= 1) AND (id <= 998)))
);
CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.amenities FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  table_name text NOT NULL,
  row_id text NOT NULL,
  action text NOT NULL,
  actor_id uuid,
  actor_email text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  before jsonb,
  after jsonb NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id),
  CONSTRAINT row_history_action_check CHECK ((action = ANY (ARRAY['create'::text, 'update'::text, 'delete'::text, 'restore'::text, 'import'::text])))
);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id);
CREATE INDEX audit_log_email ON public.audit_log USING hash (((after ->> 'email'::text)));
CREATE INDEX audit_log_email_before ON public.audit_log USING hash (((before ->> 'email'::text)));
CREATE INDEX audit_log_of_row ON public.audit_log USING btree (table_name, row_id, id DESC);

CREATE TABLE backups (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  made_at timestamp with time zone NOT NULL,
  bytes bigint,
  place text DEFAULT ''::text NOT NULL,
  proven_at timestamp with time zone,
  error text DEFAULT ''::text NOT NULL,
  tried_at timestamp with time zone NOT NULL,
  alarmed_at timestamp with time zone,
  CONSTRAINT backups_pkey PRIMARY KEY (id),
  CONSTRAINT backups_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT backups_error_check CHECK ((char_length(error) <= 500)),
  CONSTRAINT backups_made CHECK (((bytes IS NOT NULL) OR ((place = ''::text) AND (proven_at IS NULL))))
);
COMMENT ON CONSTRAINT backups_made ON backups IS 'A backup that could not be made lies nowhere and is not proven.';
CREATE INDEX backups_newest ON public.backups USING btree (made_at DESC) WHERE (bytes IS NOT NULL);
CREATE UNIQUE INDEX backups_one_failure ON public.backups USING btree ((true)) WHERE (bytes IS NULL);

CREATE TABLE blocks (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  property_id uuid NOT NULL,
  first_night date NOT NULL,
  last_night date NOT NULL,
  note text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT blocks_pkey PRIMARY KEY (id),
  CONSTRAINT blocks_nights_fit CHECK (((last_night >= first_night) AND (last_night <= (first_night + 1095)))),
  CONSTRAINT blocks_note_check CHECK ((char_length(note) <= 500)),
  CONSTRAINT blocks_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE
);
COMMENT ON CONSTRAINT blocks_nights_fit ON blocks IS 'A block ends on or after its first night and lasts at most three years.';
CREATE INDEX blocks_property ON public.blocks USING btree (property_id, first_night);
CREATE TRIGGER occupy AFTER INSERT OR DELETE OR UPDATE ON public.blocks FOR EACH ROW EXECUTE FUNCTION occupy_block();

CREATE TABLE blog_drafts (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  post_id uuid,
  base_version text,
  content jsonb NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  CONSTRAINT blog_drafts_pkey PRIMARY KEY (id),
  CONSTRAINT blog_drafts_post_id_fkey FOREIGN KEY (post_id) REFERENCES blog_posts(id) ON DELETE CASCADE,
  CONSTRAINT blog_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT blog_drafts_user_id_post_id_key UNIQUE NULLS NOT DISTINCT (user_id, post_id)
);
CREATE INDEX blog_drafts_post ON public.blog_drafts USING btree (post_id);

CREATE TABLE blog_posts (
  id uuid NOT NULL,
  slug text NOT NULL,
  title text NOT NULL,
  summary text,
  html_rich_text text NOT NULL,
  author text DEFAULT 'PCB Beach Rentals'::text NOT NULL,
  published_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  cover_image_url text DEFAULT ''::text NOT NULL,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  is_example boolean DEFAULT false NOT NULL,
  CONSTRAINT blog_posts_pkey PRIMARY KEY (id),
  CONSTRAINT blog_posts_author_check CHECK ((char_length(author) <= 100)),
  CONSTRAINT blog_posts_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(slug) <= 100))),
  CONSTRAINT blog_posts_slug_is_no_page CHECK ((slug <> ALL (ARRAY['new'::text, 'edit'::text]))),
  CONSTRAINT blog_posts_slug_key UNIQUE (slug),
  CONSTRAINT blog_posts_summary_check CHECK ((char_length(summary) <= 500)),
  CONSTRAINT blog_posts_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200)))
);
COMMENT ON CONSTRAINT blog_posts_slug_is_no_page ON blog_posts IS 'A post cannot take the address of the editor''s own pages.';
CREATE INDEX blog_posts_newest ON public.blog_posts USING btree (published_at DESC);
CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.blog_posts FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
CREATE TRIGGER record_old_slug AFTER INSERT OR UPDATE OF slug ON public.blog_posts FOR EACH ROW EXECUTE FUNCTION record_old_slug();

CREATE TABLE blog_slug_history (
  slug text NOT NULL,
  post_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT blog_former_slugs_pkey PRIMARY KEY (slug)
);
CREATE INDEX blog_slug_history_post ON public.blog_slug_history USING btree (post_id);

CREATE TABLE booking_browsers (
  booking_id uuid NOT NULL,
  browser_hash bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  opened_mail boolean DEFAULT false NOT NULL,
  CONSTRAINT booking_browsers_pkey PRIMARY KEY (booking_id, browser_hash),
  CONSTRAINT booking_browsers_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE
);

CREATE TABLE booking_companions (
  id uuid NOT NULL,
  booking_id uuid NOT NULL,
  name text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  revoked_at timestamp with time zone,
  CONSTRAINT booking_companions_pkey PRIMARY KEY (id),
  CONSTRAINT booking_companions_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT booking_companions_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  CONSTRAINT booking_companions_token_hash_key UNIQUE (token_hash)
);
COMMENT ON TABLE booking_companions IS 'Those who come along with the guest of a booking, each with a secret link of their own.';
CREATE INDEX booking_companions_booking ON public.booking_companions USING btree (booking_id);
CREATE TRIGGER log_ended_link AFTER UPDATE OF revoked_at ON public.booking_companions FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION log_ended_companion_link();

CREATE TABLE booking_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  booking_id uuid NOT NULL,
  event text NOT NULL,
  actor text DEFAULT 'system'::text NOT NULL,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT booking_events_pkey PRIMARY KEY (id),
  CONSTRAINT booking_events_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE
);
CREATE INDEX booking_events_booking ON public.booking_events USING btree (booking_id, id);
CREATE INDEX booking_events_unsettled ON public.booking_events USING btree (booking_id, id) WHERE (event = ANY (ARRAY['disputed'::text, 'refund_failed'::text]));

CREATE TABLE booking_extras (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  booking_id uuid NOT NULL,
  extra_id uuid,
  label text NOT NULL,
  quantity integer DEFAULT 1 NOT NULL,
  amount_cents bigint NOT NULL,
  status text NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  by text NOT NULL,
  kind text DEFAULT 'per_stay'::text NOT NULL,
  unit_cents integer NOT NULL,
  is_taxed boolean DEFAULT true NOT NULL,
  moment text DEFAULT 'none'::text NOT NULL,
  clock_time text,
  collect text,
  due_cents bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  decided_at timestamp with time zone,
  paid_at timestamp with time zone,
  CONSTRAINT booking_extras_pkey PRIMARY KEY (id),
  CONSTRAINT booking_extras_amount_cents_check CHECK ((amount_cents >= 0)),
  CONSTRAINT booking_extras_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT booking_extras_charge CHECK (((extra_id IS NOT NULL) OR (moment = 'none'::text))),
  CONSTRAINT booking_extras_clock_time_check CHECK ((clock_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  CONSTRAINT booking_extras_collect_check CHECK ((collect = ANY (ARRAY['balance'::text, 'link'::text, 'card'::text, 'elsewhere'::text]))),
  CONSTRAINT booking_extras_due_cents_check CHECK ((due_cents >= 0)),
  CONSTRAINT booking_extras_extra_id_fkey FOREIGN KEY (extra_id) REFERENCES extras(id) ON DELETE RESTRICT,
  CONSTRAINT booking_extras_kind_check CHECK ((kind = ANY (ARRAY['per_stay'::text, 'per_night'::text, 'per_guest'::text, 'per_guest_per_night'::text, 'per_item'::text]))),
  CONSTRAINT booking_extras_label_check CHECK (((char_length(label) >= 2) AND (char_length(label) <= 80))),
  CONSTRAINT booking_extras_moment CHECK (((moment = 'none'::text) = (clock_time IS NULL))),
  CONSTRAINT booking_extras_moment_check CHECK ((moment = ANY (ARRAY['none'::text, 'early_check_in'::text, 'late_check_out'::text]))),
  CONSTRAINT booking_extras_quantity_check CHECK (((quantity >= 1) AND (quantity <= 20))),
  CONSTRAINT booking_extras_reason_check CHECK ((char_length(reason) <= 300)),
  CONSTRAINT booking_extras_status_check CHECK ((status = ANY (ARRAY['included'::text, 'asked'::text, 'open'::text, 'paid'::text, 'declined'::text, 'withdrawn'::text, 'refunded'::text]))),
  CONSTRAINT booking_extras_unit_cents_check CHECK ((unit_cents > 0))
);
COMMENT ON TABLE booking_extras IS 'What was added to a booking: ordered by its guest, or charged by hosts.';
COMMENT ON CONSTRAINT booking_extras_charge ON booking_extras IS 'A charge by hosts changes no times.';
COMMENT ON CONSTRAINT booking_extras_moment ON booking_extras IS 'An early check-in or late check-out keeps the time it was ordered with.';
CREATE INDEX booking_extras_booking ON public.booking_extras USING btree (booking_id);
CREATE INDEX booking_extras_extra ON public.booking_extras USING btree (extra_id);
CREATE INDEX booking_extras_pending ON public.booking_extras USING btree (created_at) WHERE (status = ANY (ARRAY['asked'::text, 'open'::text]));
CREATE TRIGGER set_stay_times AFTER INSERT OR DELETE OR UPDATE OF status, clock_time, moment ON public.booking_extras FOR EACH ROW EXECUTE FUNCTION set_stay_times();

CREATE TABLE bookings (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  code text NOT NULL,
  key_hash bytea NOT NULL,
  status text NOT NULL,
  property_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  checkin date NOT NULL,
  checkout date NOT NULL,
  turnover_nights integer DEFAULT 0 NOT NULL,
  guests integer NOT NULL,
  pets integer DEFAULT 0 NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  phone text DEFAULT ''::text NOT NULL,
  note text DEFAULT ''::text NOT NULL,
  plan text DEFAULT 'full'::text NOT NULL,
  total_cents bigint NOT NULL,
  currency text DEFAULT 'usd'::text NOT NULL,
  due_now_cents bigint NOT NULL,
  balance_due_on date,
  promo_code_id uuid,
  agreed jsonb DEFAULT '{}'::jsonb NOT NULL,
  hold_expires_at timestamp with time zone,
  source text DEFAULT 'site'::text NOT NULL,
  idempotency_key text,
  browser_hash bytea,
  client_key text DEFAULT ''::text NOT NULL,
  stripe_customer_id text,
  stripe_payment_method_id text,
  balance_announced_at timestamp with time zone,
  balance_declines integer DEFAULT 0 NOT NULL,
  next_charge_at timestamp with time zone,
  arrival_sent_at timestamp with time zone,
  anonymize_on date,
  confirmed_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  paid_cents bigint DEFAULT 0 NOT NULL,
  pending_cents bigint DEFAULT 0 NOT NULL,
  waived_cents bigint DEFAULT 0 NOT NULL,
  open_cents bigint DEFAULT 0 NOT NULL,
  email_confirmed_at timestamp with time zone,
  key_version integer DEFAULT 0 NOT NULL,
  taxes jsonb DEFAULT '[]'::jsonb NOT NULL,
  returned_cents bigint DEFAULT 0 NOT NULL,
  access_code text DEFAULT ''::text NOT NULL,
  arrival_details jsonb DEFAULT '{}'::jsonb NOT NULL,
  early_check_in text,
  late_check_out text,
  CONSTRAINT bookings_pkey PRIMARY KEY (id),
  CONSTRAINT bookings_access_code_check CHECK ((char_length(access_code) <= 100)),
  CONSTRAINT bookings_arrival_details_check CHECK ((jsonb_typeof(arrival_details) = 'object'::text)),
  CONSTRAINT bookings_check CHECK (((due_now_cents >= 0) AND (due_now_cents <= total_cents))),
  CONSTRAINT bookings_check1 CHECK ((checkout > checkin)),
  CONSTRAINT bookings_check2 CHECK (((status <> ALL (ARRAY['held'::text, 'requested'::text])) OR (hold_expires_at IS NOT NULL))),
  CONSTRAINT bookings_code_check CHECK ((code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'::text)),
  CONSTRAINT bookings_code_key UNIQUE (code),
  CONSTRAINT bookings_email_check CHECK ((char_length(email) <= 254)),
  CONSTRAINT bookings_guests_check CHECK ((guests > 0)),
  CONSTRAINT bookings_idempotency_key_key UNIQUE (idempotency_key),
  CONSTRAINT bookings_key_version_check CHECK ((key_version >= 0)),
  CONSTRAINT bookings_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  CONSTRAINT bookings_one_guest EXCLUDE USING gist (property_id WITH =, daterange(checkin, (checkout + turnover_nights)) WITH &&) WHERE ((status = ANY (ARRAY['held'::text, 'requested'::text, 'confirmed'::text]))),
  CONSTRAINT bookings_pets_check CHECK ((pets >= 0)),
  CONSTRAINT bookings_plan_check CHECK ((plan = ANY (ARRAY['full'::text, 'deposit'::text]))),
  CONSTRAINT bookings_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE RESTRICT,
  CONSTRAINT bookings_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES quotes(id) ON DELETE RESTRICT,
  CONSTRAINT bookings_source_check CHECK ((source = ANY (ARRAY['site'::text, 'hosts'::text, 'offer'::text, 'agent'::text]))),
  CONSTRAINT bookings_status_check CHECK ((status = ANY (ARRAY['held'::text, 'requested'::text, 'confirmed'::text, 'expired'::text, 'released'::text, 'declined'::text, 'cancelled'::text]))),
  CONSTRAINT bookings_total_cents_check CHECK ((total_cents >= 0)),
  CONSTRAINT bookings_turnover_nights_check CHECK ((turnover_nights >= 0))
);
COMMENT ON CONSTRAINT bookings_check ON bookings IS 'The first payment is at most the total.';
COMMENT ON CONSTRAINT bookings_check2 ON bookings IS 'A hold and a request end by themselves: both have a moment of expiry.';
COMMENT ON CONSTRAINT bookings_one_guest ON bookings IS 'Forbids a double booking: of the held, requested and confirmed bookings of a home no two share a night, turnover nights included.';
CREATE INDEX bookings_anonymize ON public.bookings USING btree (anonymize_on) WHERE (anonymize_on IS NOT NULL);
CREATE INDEX bookings_arrival ON public.bookings USING gist (daterange(checkin, checkout, '[]'::text)) WHERE ((status = 'confirmed'::text) AND (arrival_sent_at IS NULL));
CREATE INDEX bookings_browser ON public.bookings USING btree (browser_hash) WHERE (status = 'held'::text);
CREATE INDEX bookings_by_agents ON public.bookings USING btree (checkin) WHERE (source = 'agent'::text);
CREATE INDEX bookings_client ON public.bookings USING btree (created_at) WHERE ((client_key <> ''::text) AND (status <> ALL (ARRAY['held'::text, 'requested'::text])));
CREATE INDEX bookings_confirmed ON public.bookings USING btree (id) WHERE (status = 'confirmed'::text);
CREATE INDEX bookings_confirmed_at ON public.bookings USING btree (confirmed_at) WHERE (status = 'confirmed'::text);
CREATE INDEX bookings_confirmed_checkout ON public.bookings USING btree (checkout) WHERE (status = 'confirmed'::text);
CREATE INDEX bookings_days ON public.bookings USING gist (daterange(checkin, checkout, '[]'::text));
CREATE INDEX bookings_declined ON public.bookings USING btree (checkin) WHERE ((open_cents > 0) AND (balance_declines > 0));
CREATE INDEX bookings_deleted_guests_cards ON public.bookings USING btree (checkout) WHERE ((email = 'deleted@account.invalid'::text) AND ((stripe_customer_id IS NOT NULL) OR (stripe_payment_method_id IS NOT NULL)));
CREATE INDEX bookings_departure ON public.bookings USING btree (property_id, checkout) WHERE (status = 'confirmed'::text);
CREATE INDEX bookings_email ON public.bookings USING btree (email);
CREATE INDEX bookings_ledger ON public.bookings USING btree (checkin) INCLUDE (total_cents, paid_cents, pending_cents, waived_cents, returned_cents) WHERE (status = 'confirmed'::text);
CREATE INDEX bookings_live_holds ON public.bookings USING btree (hold_expires_at) WHERE (status = ANY (ARRAY['held'::text, 'requested'::text]));
CREATE INDEX bookings_open ON public.bookings USING btree (status, balance_due_on) WHERE (open_cents > 0);
CREATE INDEX bookings_promo_code ON public.bookings USING btree (promo_code_id);
CREATE INDEX bookings_property ON public.bookings USING btree (property_id, checkin);
CREATE INDEX bookings_quote ON public.bookings USING btree (quote_id);
CREATE INDEX bookings_search_text ON public.bookings USING gin (booking_search_text(code, name, email, phone) gin_trgm_ops) WITH (gin_pending_list_limit='64');
CREATE INDEX bookings_status ON public.bookings USING btree (status, checkin, id);
CREATE INDEX bookings_unpaid_named ON public.bookings USING btree (updated_at) WHERE ((status = ANY (ARRAY['expired'::text, 'released'::text, 'declined'::text])) AND (email <> 'deleted@account.invalid'::text));
CREATE TRIGGER anonymize_review AFTER UPDATE OF email ON public.bookings FOR EACH ROW WHEN (((new.email = 'deleted@account.invalid'::text) AND (old.email <> new.email))) EXECUTE FUNCTION anonymize_review();
CREATE TRIGGER anonymize_scheduled_messages AFTER UPDATE OF email ON public.bookings FOR EACH ROW WHEN ((new.email = 'deleted@account.invalid'::text)) EXECUTE FUNCTION anonymize_scheduled_messages();
CREATE TRIGGER anonymize_thread AFTER UPDATE OF email ON public.bookings FOR EACH ROW WHEN ((new.email = 'deleted@account.invalid'::text)) EXECUTE FUNCTION anonymize_thread();
CREATE TRIGGER bookings_mark_quotes AFTER INSERT OR DELETE OR UPDATE OF quote_id ON public.bookings FOR EACH ROW EXECUTE FUNCTION mark_booked_quotes();
CREATE TRIGGER end_review_link AFTER UPDATE OF key_version ON public.bookings FOR EACH ROW WHEN ((old.key_version <> new.key_version)) EXECUTE FUNCTION end_review_link();
CREATE TRIGGER follow_property AFTER UPDATE OF property_id ON public.bookings FOR EACH ROW WHEN ((old.property_id <> new.property_id)) EXECUTE FUNCTION follow_booking_property();
CREATE TRIGGER freeze_begun_stay AFTER UPDATE OF status, property_id, checkin, checkout ON public.bookings FOR EACH ROW WHEN (((old.status = 'confirmed'::text) AND (new.email <> 'deleted@account.invalid'::text) AND ((((new.status IS DISTINCT FROM old.status) OR (new.property_id IS DISTINCT FROM old.property_id)) OR (new.checkin IS DISTINCT FROM old.checkin)) OR (new.checkout IS DISTINCT FROM old.checkout)))) EXECUTE FUNCTION freeze_begun_stay();
CREATE TRIGGER log_ended_link AFTER UPDATE OF key_version ON public.bookings FOR EACH ROW WHEN ((old.key_version <> new.key_version)) EXECUTE FUNCTION log_ended_booking_link();
CREATE TRIGGER occupy_deleted AFTER DELETE ON public.bookings FOR EACH ROW EXECUTE FUNCTION occupy_booking();
CREATE TRIGGER occupy_inserted AFTER INSERT ON public.bookings FOR EACH ROW WHEN ((new.status = ANY (ARRAY['held'::text, 'requested'::text, 'confirmed'::text]))) EXECUTE FUNCTION occupy_booking();
CREATE TRIGGER occupy_updated AFTER UPDATE OF status, property_id, checkin, checkout ON public.bookings FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.property_id IS DISTINCT FROM new.property_id)) OR (old.checkin IS DISTINCT FROM new.checkin)) OR (old.checkout IS DISTINCT FROM new.checkout))) EXECUTE FUNCTION occupy_booking();
CREATE TRIGGER pay_open_extras AFTER UPDATE ON public.bookings FOR EACH ROW WHEN (((new.status = 'confirmed'::text) AND (new.open_cents = 0) AND ((old.open_cents > 0) OR (new.total_cents <> old.total_cents)))) EXECUTE FUNCTION pay_open_extras();
CREATE TRIGGER plan_messages AFTER INSERT ON public.bookings FOR EACH ROW WHEN ((new.status = 'confirmed'::text)) EXECUTE FUNCTION plan_messages_of_booking();
CREATE TRIGGER plan_messages_again AFTER UPDATE ON public.bookings FOR EACH ROW WHEN (((('confirmed'::text = old.status) OR ('confirmed'::text = new.status)) AND ((((((old.status IS DISTINCT FROM new.status) OR (old.checkin IS DISTINCT FROM new.checkin)) OR (old.checkout IS DISTINCT FROM new.checkout)) OR (old.property_id IS DISTINCT FROM new.property_id)) OR (old.confirmed_at IS DISTINCT FROM new.confirmed_at)) OR ((old.open_cents = 0) IS DISTINCT FROM (new.open_cents = 0))))) EXECUTE FUNCTION plan_messages_of_booking();
CREATE TRIGGER plan_review_of_added AFTER INSERT ON public.bookings FOR EACH ROW WHEN ((new.status = 'confirmed'::text)) EXECUTE FUNCTION plan_review_request();
CREATE TRIGGER plan_review_of_changed AFTER UPDATE OF status, checkout ON public.bookings FOR EACH ROW WHEN (((new.status = 'confirmed'::text) AND ((old.status <> new.status) OR (old.checkout <> new.checkout)))) EXECUTE FUNCTION plan_review_request();
CREATE TRIGGER set_open BEFORE INSERT OR UPDATE OF status, total_cents, paid_cents, pending_cents, waived_cents, open_cents ON public.bookings FOR EACH ROW EXECUTE FUNCTION set_booking_open();
CREATE TRIGGER set_taxes BEFORE INSERT OR UPDATE OF quote_id, taxes ON public.bookings FOR EACH ROW EXECUTE FUNCTION set_booking_taxes();
CREATE TRIGGER stay_months_inserted AFTER INSERT ON public.bookings FOR EACH ROW WHEN ((new.status = ANY (ARRAY['confirmed'::text, 'cancelled'::text]))) EXECUTE FUNCTION write_stay_months();
CREATE TRIGGER stay_months_updated AFTER UPDATE OF status, property_id, quote_id, checkin, checkout, created_at, confirmed_at, cancelled_at ON public.bookings FOR EACH ROW WHEN ((((old.status = ANY (ARRAY['confirmed'::text, 'cancelled'::text])) OR (new.status = ANY (ARRAY['confirmed'::text, 'cancelled'::text]))) AND ((((((((old.status IS DISTINCT FROM new.status) OR (old.property_id IS DISTINCT FROM new.property_id)) OR (old.quote_id IS DISTINCT FROM new.quote_id)) OR (old.checkin IS DISTINCT FROM new.checkin)) OR (old.checkout IS DISTINCT FROM new.checkout)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.confirmed_at IS DISTINCT FROM new.confirmed_at)) OR (old.cancelled_at IS DISTINCT FROM new.cancelled_at)))) EXECUTE FUNCTION write_stay_months();
CREATE TRIGGER time_turnovers AFTER UPDATE OF early_check_in, late_check_out ON public.bookings FOR EACH ROW WHEN (((new.status = 'confirmed'::text) AND ((old.early_check_in IS DISTINCT FROM new.early_check_in) OR (old.late_check_out IS DISTINCT FROM new.late_check_out)))) EXECUTE FUNCTION time_turnovers();
CREATE TRIGGER turnovers_deleted AFTER DELETE ON public.bookings FOR EACH ROW WHEN ((old.status = 'confirmed'::text)) EXECUTE FUNCTION keep_turnovers_of_booking();
CREATE TRIGGER turnovers_inserted AFTER INSERT ON public.bookings FOR EACH ROW WHEN ((new.status = 'confirmed'::text)) EXECUTE FUNCTION keep_turnovers_of_booking();
CREATE TRIGGER turnovers_updated AFTER UPDATE OF status, property_id, checkin, checkout, guests, pets ON public.bookings FOR EACH ROW WHEN (((('confirmed'::text = old.status) OR ('confirmed'::text = new.status)) AND ((((((old.status IS DISTINCT FROM new.status) OR (old.property_id IS DISTINCT FROM new.property_id)) OR (old.checkin IS DISTINCT FROM new.checkin)) OR (old.checkout IS DISTINCT FROM new.checkout)) OR (old.guests IS DISTINCT FROM new.guests)) OR (old.pets IS DISTINCT FROM new.pets)))) EXECUTE FUNCTION keep_turnovers_of_booking();

CREATE TABLE calendar_conflicts (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  booking_id uuid,
  feed_event_id uuid,
  feed_id uuid,
  channel text NOT NULL,
  checkin date NOT NULL,
  checkout date NOT NULL,
  found_at timestamp with time zone DEFAULT now() NOT NULL,
  offered_at timestamp with time zone,
  resolved_at timestamp with time zone,
  resolution text,
  other_event_id uuid,
  other_feed_id uuid,
  other_channel text,
  other_checkin date,
  other_checkout date,
  CONSTRAINT calendar_conflicts_pkey PRIMARY KEY (id),
  CONSTRAINT calendar_conflicts_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT calendar_conflicts_check CHECK (((resolved_at IS NULL) = (resolution IS NULL))),
  CONSTRAINT calendar_conflicts_feed_event_id_fkey FOREIGN KEY (feed_event_id) REFERENCES feed_events(id) ON DELETE SET NULL,
  CONSTRAINT calendar_conflicts_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES calendar_feeds(id) ON DELETE SET NULL,
  CONSTRAINT calendar_conflicts_of_two CHECK (((booking_id IS NULL) = (other_channel IS NOT NULL))),
  CONSTRAINT calendar_conflicts_other CHECK ((num_nulls(other_channel, other_checkin, other_checkout) = ANY (ARRAY[0, 3]))),
  CONSTRAINT calendar_conflicts_other_event_id_fkey FOREIGN KEY (other_event_id) REFERENCES feed_events(id) ON DELETE SET NULL,
  CONSTRAINT calendar_conflicts_other_feed_id_fkey FOREIGN KEY (other_feed_id) REFERENCES calendar_feeds(id) ON DELETE SET NULL,
  CONSTRAINT calendar_conflicts_resolution_check CHECK ((resolution = ANY (ARRAY['moved'::text, 'cancelled'::text, 'event_gone'::text, 'dismissed'::text])))
);
COMMENT ON CONSTRAINT calendar_conflicts_check ON calendar_conflicts IS 'A conflict is resolved with what was done about it.';
COMMENT ON CONSTRAINT calendar_conflicts_of_two ON calendar_conflicts IS 'A conflict is between a channel and either a booking of ours or another channel.';
COMMENT ON CONSTRAINT calendar_conflicts_other ON calendar_conflicts IS 'The other channel''s event has channel, check-in and check-out, or none of them.';
CREATE INDEX calendar_conflicts_event ON public.calendar_conflicts USING btree (feed_event_id);
CREATE INDEX calendar_conflicts_feed ON public.calendar_conflicts USING btree (feed_id);
CREATE UNIQUE INDEX calendar_conflicts_open ON public.calendar_conflicts USING btree (booking_id, feed_event_id) WHERE (resolved_at IS NULL);
CREATE UNIQUE INDEX calendar_conflicts_open_pair ON public.calendar_conflicts USING btree (feed_event_id, other_event_id) WHERE ((resolved_at IS NULL) AND (booking_id IS NULL));
CREATE INDEX calendar_conflicts_other_event ON public.calendar_conflicts USING btree (other_event_id);
CREATE INDEX calendar_conflicts_other_feed ON public.calendar_conflicts USING btree (other_feed_id);

CREATE TABLE calendar_feeds (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  property_id uuid NOT NULL,
  channel text NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  url text NOT NULL,
  end_is_last_night boolean DEFAULT false NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  last_read_at timestamp with time zone,
  last_good_at timestamp with time zone,
  last_error text DEFAULT ''::text NOT NULL,
  event_count integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  etag text DEFAULT ''::text NOT NULL,
  last_modified text DEFAULT ''::text NOT NULL,
  body_hash bytea,
  parsed_at timestamp with time zone,
  empty_readings integer DEFAULT 0 NOT NULL,
  trouble_mailed_at timestamp with time zone,
  watched_since timestamp with time zone DEFAULT now() NOT NULL,
  read_began_at timestamp with time zone,
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (id),
  CONSTRAINT calendar_feeds_channel_check CHECK ((channel = ANY (ARRAY['airbnb'::text, 'vrbo'::text, 'booking_com'::text, 'other'::text]))),
  CONSTRAINT calendar_feeds_name_check CHECK ((char_length(name) <= 100)),
  CONSTRAINT calendar_feeds_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  CONSTRAINT calendar_feeds_url_check CHECK ((char_length(url) <= 2048))
);
CREATE INDEX calendar_feeds_property ON public.calendar_feeds USING btree (property_id);
CREATE TRIGGER move_feed_events AFTER UPDATE OF property_id ON public.calendar_feeds FOR EACH ROW WHEN ((old.property_id <> new.property_id)) EXECUTE FUNCTION move_feed_events();
CREATE TRIGGER rename_channel_nights AFTER UPDATE OF channel ON public.calendar_feeds FOR EACH ROW WHEN ((old.channel <> new.channel)) EXECUTE FUNCTION rename_channel_nights();
CREATE TRIGGER reset_feed_validators BEFORE UPDATE OF url, end_is_last_night, channel, property_id ON public.calendar_feeds FOR EACH ROW WHEN (((((old.url IS DISTINCT FROM new.url) OR (old.end_is_last_night IS DISTINCT FROM new.end_is_last_night)) OR (old.channel IS DISTINCT FROM new.channel)) OR (old.property_id IS DISTINCT FROM new.property_id))) EXECUTE FUNCTION reset_feed_validators();
CREATE TRIGGER reset_restored_feed BEFORE INSERT ON public.calendar_feeds FOR EACH ROW WHEN ((new.parsed_at IS NOT NULL)) EXECUTE FUNCTION reset_restored_feed();
CREATE TRIGGER watch_changed_feed BEFORE UPDATE OF url, is_active ON public.calendar_feeds FOR EACH ROW WHEN (((old.url <> new.url) OR (new.is_active AND (NOT old.is_active)))) EXECUTE FUNCTION watch_feed();
CREATE TRIGGER watch_inserted_feed BEFORE INSERT ON public.calendar_feeds FOR EACH ROW EXECUTE FUNCTION watch_feed();

CREATE TABLE calendar_links (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  property_id uuid NOT NULL,
  channel text NOT NULL,
  token text DEFAULT replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text) NOT NULL,
  last_fetched_at timestamp with time zone,
  renewed_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  feed_id uuid,
  CONSTRAINT calendar_links_pkey PRIMARY KEY (id),
  CONSTRAINT calendar_links_channel_check CHECK ((channel = ANY (ARRAY['airbnb'::text, 'vrbo'::text, 'booking_com'::text, 'other'::text]))),
  CONSTRAINT calendar_links_token_key UNIQUE (token)
);
CREATE UNIQUE INDEX calendar_links_once ON public.calendar_links USING btree (property_id, channel, feed_id) NULLS NOT DISTINCT;
CREATE TRIGGER log_ended_link AFTER UPDATE OF token ON public.calendar_links FOR EACH ROW WHEN ((old.token <> new.token)) EXECUTE FUNCTION log_ended_calendar_link();

CREATE TABLE calendar_rechecks (
  property_id uuid NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT calendar_rechecks_pkey PRIMARY KEY (property_id),
  CONSTRAINT calendar_rechecks_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE
);

CREATE TABLE cancellation_policies (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  steps jsonb DEFAULT '[]'::jsonb NOT NULL,
  grace_hours integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  is_example boolean DEFAULT false NOT NULL,
  CONSTRAINT cancellation_policies_pkey PRIMARY KEY (id),
  CONSTRAINT cancellation_policies_grace_hours_check CHECK (((grace_hours >= 0) AND (grace_hours <= 336))),
  CONSTRAINT cancellation_policies_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  CONSTRAINT cancellation_policies_steps_check CHECK ((jsonb_typeof(steps) = 'array'::text))
);

CREATE TABLE channel_nights (
  event_id uuid NOT NULL,
  feed_id uuid NOT NULL,
  property_id uuid NOT NULL,
  channel text NOT NULL,
  kind text NOT NULL,
  nights daterange NOT NULL,
  booked_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT channel_nights_kind_check CHECK ((kind = ANY (ARRAY['reservation'::text, 'block'::text]))),
  CONSTRAINT channel_nights_nights_check CHECK ((NOT isempty(nights))),
  CONSTRAINT channel_nights_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE
);
CREATE INDEX channel_nights_event ON public.channel_nights USING btree (event_id);
CREATE INDEX channel_nights_feed ON public.channel_nights USING btree (feed_id);
CREATE INDEX channel_nights_nights ON public.channel_nights USING gist (nights);
CREATE INDEX channel_nights_property ON public.channel_nights USING btree (property_id);
CREATE TRIGGER delete_ended_block AFTER UPDATE OF ended_at ON public.channel_nights FOR EACH ROW WHEN (((new.kind = 'block'::text) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION delete_ended_block();

CREATE TABLE checkouts (
  id uuid NOT NULL,
  idempotency_key text,
  product_id uuid NOT NULL,
  product_name text NOT NULL,
  unit_amount_cents integer NOT NULL,
  currency text NOT NULL,
  quantity integer NOT NULL,
  type text NOT NULL,
  billing_period text,
  status text DEFAULT 'pending'::text NOT NULL,
  stripe_session_id text,
  stripe_url text,
  expires_at timestamp with time zone NOT NULL,
  last_checked_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  product_description text DEFAULT ''::text NOT NULL,
  product_images text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT checkouts_pkey PRIMARY KEY (id),
  CONSTRAINT checkouts_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE RESTRICT,
  CONSTRAINT checkouts_quantity_check CHECK ((quantity = 1)),
  CONSTRAINT checkouts_request_key_check CHECK (((char_length(idempotency_key) >= 8) AND (char_length(idempotency_key) <= 255))),
  CONSTRAINT checkouts_request_key_key UNIQUE (idempotency_key),
  CONSTRAINT checkouts_session_check CHECK (((status = ANY (ARRAY['pending'::text, 'failed'::text])) OR (stripe_session_id IS NOT NULL))),
  CONSTRAINT checkouts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'open'::text, 'complete'::text, 'expired'::text, 'failed'::text]))),
  CONSTRAINT checkouts_stripe_session_id_key UNIQUE (stripe_session_id),
  CONSTRAINT checkouts_type_check CHECK ((type = ANY (ARRAY['payment'::text, 'subscription'::text]))),
  CONSTRAINT checkouts_unit_amount_cents_check CHECK ((unit_amount_cents >= 50))
);
COMMENT ON CONSTRAINT checkouts_session_check ON checkouts IS 'A checkout that is neither pending nor failed has a page at the card provider.';
CREATE INDEX checkouts_product ON public.checkouts USING btree (product_id);
CREATE INDEX checkouts_unsettled ON public.checkouts USING btree (created_at) WHERE (status = ANY (ARRAY['pending'::text, 'open'::text]));

CREATE TABLE cleaners (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  phone text DEFAULT ''::text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  token_hash bytea,
  link_version integer DEFAULT 0 NOT NULL,
  week_mailed_on date,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  language text DEFAULT 'en'::text NOT NULL,
  CONSTRAINT cleaners_pkey PRIMARY KEY (id),
  CONSTRAINT cleaners_email_check CHECK ((char_length(email) <= 254)),
  CONSTRAINT cleaners_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  CONSTRAINT cleaners_link_version_check CHECK ((link_version >= 0)),
  CONSTRAINT cleaners_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  CONSTRAINT cleaners_phone_check CHECK ((char_length(phone) <= 50)),
  CONSTRAINT cleaners_token_hash_key UNIQUE (token_hash)
);
CREATE TRIGGER end_cleaning_link BEFORE UPDATE OF email ON public.cleaners FOR EACH ROW WHEN ((lower(old.email) IS DISTINCT FROM lower(new.email))) EXECUTE FUNCTION end_cleaning_link();
CREATE TRIGGER log_deleted AFTER DELETE ON public.cleaners FOR EACH ROW EXECUTE FUNCTION log_ended_cleaning_link();
CREATE TRIGGER log_ended_link AFTER UPDATE ON public.cleaners FOR EACH ROW WHEN ((((old.link_version <> new.link_version) OR (old.is_active <> new.is_active)) OR ((old.token_hash IS NOT NULL) AND (old.token_hash IS DISTINCT FROM new.token_hash)))) EXECUTE FUNCTION log_ended_cleaning_link();
CREATE TRIGGER log_new_link AFTER UPDATE OF token_hash ON public.cleaners FOR EACH ROW WHEN (((old.token_hash IS NULL) AND (new.token_hash IS NOT NULL) AND (new.link_version > 0))) EXECUTE FUNCTION log_ended_cleaning_link();

CREATE TABLE cleaning_photos (
  media_url text NOT NULL,
  cleaner_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT cleaning_photos_pkey PRIMARY KEY (media_url),
  CONSTRAINT cleaning_photos_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaners(id) ON DELETE CASCADE
);
CREATE INDEX cleaning_photos_cleaner ON public.cleaning_photos USING btree (cleaner_id);

CREATE TABLE daily_salts (
  day date NOT NULL,
  salt bytea NOT NULL,
  CONSTRAINT visit_salts_pkey PRIMARY KEY (day),
  CONSTRAINT visit_salts_salt_check CHECK ((octet_length(salt) = 32))
);

CREATE TABLE daily_visitors (
  day date NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT visitors_today_pkey PRIMARY KEY (day, hash),
  CONSTRAINT visitors_today_hash_check CHECK ((octet_length(hash) = 16))
);

CREATE TABLE daily_visits (
  day date NOT NULL,
  visitors integer DEFAULT 0 NOT NULL,
  views integer DEFAULT 0 NOT NULL,
  CONSTRAINT visit_days_pkey PRIMARY KEY (day),
  CONSTRAINT visit_days_check CHECK ((views >= visitors)),
  CONSTRAINT visit_days_visitors_check CHECK ((visitors >= 0))
);
COMMENT ON CONSTRAINT visit_days_check ON daily_visits IS 'Each visitor viewed at least one page.';

CREATE TABLE deleted_rows (
  id uuid NOT NULL,
  table_name text NOT NULL,
  row_id text NOT NULL,
  label text NOT NULL,
  "row" jsonb NOT NULL,
  cleared_references jsonb DEFAULT '[]'::jsonb NOT NULL,
  deleted_by_email text NOT NULL,
  deleted_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT deleted_rows_pkey PRIMARY KEY (id)
);
CREATE INDEX deleted_rows_expired ON public.deleted_rows USING btree (expires_at);
CREATE INDEX deleted_rows_newest ON public.deleted_rows USING btree (table_name, deleted_at DESC, id DESC);

CREATE TABLE disconnected_turnovers (
  property_id uuid NOT NULL,
  checkin date NOT NULL,
  checkout date NOT NULL,
  note text NOT NULL,
  is_reassigned boolean NOT NULL,
  cleaner_id uuid,
  CONSTRAINT disconnected_turnovers_pkey PRIMARY KEY (property_id, checkin, checkout),
  CONSTRAINT disconnected_turnovers_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaners(id) ON DELETE SET NULL,
  CONSTRAINT disconnected_turnovers_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE
);

CREATE TABLE discounts (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  property_id uuid,
  kind text NOT NULL,
  label text DEFAULT ''::text NOT NULL,
  from_nights integer,
  days_before integer,
  percent numeric(6,3) NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  is_example boolean DEFAULT false NOT NULL,
  CONSTRAINT discounts_pkey PRIMARY KEY (id),
  CONSTRAINT discounts_days_before_check CHECK (((days_before >= 0) AND (days_before <= 1095))),
  CONSTRAINT discounts_from_nights_check CHECK (((from_nights >= 1) AND (from_nights <= 730))),
  CONSTRAINT discounts_kind_check CHECK ((kind = ANY (ARRAY['length_of_stay'::text, 'early'::text, 'last_minute'::text]))),
  CONSTRAINT discounts_label_check CHECK ((char_length(label) <= 100)),
  CONSTRAINT discounts_limit CHECK ((
CASE kind
    WHEN 'length_of_stay'::text THEN from_nights
    ELSE days_before
END IS NOT NULL)),
  CONSTRAINT discounts_percent_check CHECK (((percent > (0)::numeric) AND (percent <= (100)::numeric))),
  CONSTRAINT discounts_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE
);
COMMENT ON CONSTRAINT discounts_limit ON discounts IS 'A discount by length has nights, one by time has days before the arrival.';
CREATE INDEX discounts_property ON public.discounts USING btree (property_id);

CREATE TABLE disputes (
  id text NOT NULL,
  booking_id uuid NOT NULL,
  payment_id text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text DEFAULT 'usd'::text NOT NULL,
  status text NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  answer_by timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT disputes_pkey PRIMARY KEY (id),
  CONSTRAINT disputes_amount_cents_check CHECK ((amount_cents >= 0)),
  CONSTRAINT disputes_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE
);
CREATE INDEX disputes_booking ON public.disputes USING btree (booking_id);
CREATE INDEX disputes_undecided ON public.disputes USING btree (created_at) WHERE (status <> ALL (ARRAY['won'::text, 'lost'::text, 'warning_closed'::text, 'prevented'::text]));

CREATE TABLE ended_access (
  kind text NOT NULL,
  subject text NOT NULL,
  successor jsonb DEFAULT '{}'::jsonb NOT NULL,
  ended_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT ended_access_pkey PRIMARY KEY (kind, subject)
);

CREATE TABLE example_removals (
  id uuid NOT NULL,
  trash_groups jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  undone_at timestamp with time zone,
  CONSTRAINT example_removals_pkey PRIMARY KEY (id)
);

CREATE TABLE extras (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  property_id uuid,
  label text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  kind text DEFAULT 'per_stay'::text NOT NULL,
  amount_cents integer NOT NULL,
  is_taxed boolean DEFAULT true NOT NULL,
  max_quantity integer DEFAULT 1 NOT NULL,
  offered text DEFAULT 'both'::text NOT NULL,
  moment text DEFAULT 'none'::text NOT NULL,
  clock_time text,
  needs_approval boolean DEFAULT false NOT NULL,
  last_days integer DEFAULT 1 NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT extras_pkey PRIMARY KEY (id),
  CONSTRAINT extras_amount_cents_check CHECK (((amount_cents >= 1) AND (amount_cents <= 10000000))),
  CONSTRAINT extras_approval CHECK ((needs_approval OR (moment = 'none'::text))),
  CONSTRAINT extras_clock_time_check CHECK ((clock_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  CONSTRAINT extras_description_check CHECK ((char_length(description) <= 300)),
  CONSTRAINT extras_kind_check CHECK ((kind = ANY (ARRAY['per_stay'::text, 'per_night'::text, 'per_guest'::text, 'per_guest_per_night'::text, 'per_item'::text]))),
  CONSTRAINT extras_label_check CHECK (((char_length(label) >= 2) AND (char_length(label) <= 80))),
  CONSTRAINT extras_last_days_check CHECK (((last_days >= 0) AND (last_days <= 60))),
  CONSTRAINT extras_max_quantity_check CHECK (((max_quantity >= 1) AND (max_quantity <= 20))),
  CONSTRAINT extras_moment CHECK (((moment = 'none'::text) = (clock_time IS NULL))),
  CONSTRAINT extras_moment_check CHECK ((moment = ANY (ARRAY['none'::text, 'early_check_in'::text, 'late_check_out'::text]))),
  CONSTRAINT extras_offered_check CHECK ((offered = ANY (ARRAY['booking'::text, 'trip'::text, 'both'::text]))),
  CONSTRAINT extras_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  CONSTRAINT extras_quantity CHECK (((max_quantity = 1) OR (kind = 'per_item'::text)))
);
COMMENT ON TABLE extras IS 'What guests may add to a stay; never part of its first price.';
COMMENT ON CONSTRAINT extras_approval ON extras IS 'Hosts decide about every early check-in and late check-out.';
COMMENT ON CONSTRAINT extras_moment ON extras IS 'An early check-in or late check-out names its time, nothing else does.';
COMMENT ON CONSTRAINT extras_quantity ON extras IS 'Pieces alone are ordered several at a time.';
CREATE INDEX extras_property ON public.extras USING btree (property_id);
CREATE TRIGGER check_extra_time BEFORE INSERT OR UPDATE OF moment, clock_time, property_id ON public.extras FOR EACH ROW EXECUTE FUNCTION check_extra_time();
CREATE TRIGGER complete_extra BEFORE INSERT OR UPDATE ON public.extras FOR EACH ROW EXECUTE FUNCTION complete_extra();

CREATE TABLE feed_events (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  feed_id uuid NOT NULL,
  property_id uuid NOT NULL,
  uid text NOT NULL,
  kind text NOT NULL,
  checkin date NOT NULL,
  checkout date NOT NULL,
  missing_since timestamp with time zone,
  missing_readings integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  is_echo boolean DEFAULT false NOT NULL,
  marked text,
  own_nights datemultirange,
  echo_ended_at timestamp with time zone,
  CONSTRAINT feed_events_pkey PRIMARY KEY (id),
  CONSTRAINT feed_events_check CHECK ((checkout > checkin)),
  CONSTRAINT feed_events_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES calendar_feeds(id) ON DELETE CASCADE,
  CONSTRAINT feed_events_feed_id_uid_key UNIQUE (feed_id, uid),
  CONSTRAINT feed_events_kind_check CHECK ((kind = ANY (ARRAY['reservation'::text, 'block'::text]))),
  CONSTRAINT feed_events_marked_check CHECK ((marked = ANY (ARRAY['reservation'::text, 'block'::text, 'either'::text]))),
  CONSTRAINT feed_events_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE
);
CREATE INDEX feed_events_arrival ON public.feed_events USING btree (property_id, checkin) WHERE ((kind = 'reservation'::text) AND (NOT is_echo));
CREATE INDEX feed_events_departure ON public.feed_events USING btree (property_id, checkout) WHERE ((kind = 'reservation'::text) AND (NOT is_echo));
CREATE INDEX feed_events_property ON public.feed_events USING btree (property_id);
CREATE TRIGGER channel_nights_deleted AFTER DELETE ON public.feed_events REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION write_channel_nights();
CREATE TRIGGER channel_nights_inserted AFTER INSERT ON public.feed_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION write_channel_nights();
CREATE TRIGGER channel_nights_updated AFTER UPDATE ON public.feed_events REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION write_channel_nights();
CREATE TRIGGER occupy_deleted AFTER DELETE ON public.feed_events REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION occupy_feed_events();
CREATE TRIGGER occupy_inserted AFTER INSERT ON public.feed_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION occupy_feed_events();
CREATE TRIGGER occupy_updated AFTER UPDATE ON public.feed_events REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION occupy_feed_events();
CREATE TRIGGER save_disconnected AFTER DELETE ON public.feed_events REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION save_disconnected_turnovers();
CREATE TRIGGER turnovers_deleted AFTER DELETE ON public.feed_events REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_turnovers_of_events();
CREATE TRIGGER turnovers_inserted AFTER INSERT ON public.feed_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_turnovers_of_events();
CREATE TRIGGER turnovers_restored AFTER INSERT ON public.feed_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION restore_disconnected_turnovers();
CREATE TRIGGER turnovers_updated AFTER UPDATE ON public.feed_events REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_turnovers_of_events();

CREATE TABLE fees (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  property_id uuid,
  label text NOT NULL,
  kind text NOT NULL,
  amount_cents integer,
  percent numeric(6,3),
  is_taxed boolean DEFAULT true NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  is_example boolean DEFAULT false NOT NULL,
  CONSTRAINT fees_pkey PRIMARY KEY (id),
  CONSTRAINT fees_amount CHECK ((
CASE kind
    WHEN 'percent_of_rent'::text THEN percent
    ELSE (amount_cents)::numeric
END IS NOT NULL)),
  CONSTRAINT fees_amount_cents_check CHECK ((amount_cents >= 0)),
  CONSTRAINT fees_kind_check CHECK ((kind = ANY (ARRAY['per_stay'::text, 'per_night'::text, 'per_extra_guest_per_night'::text, 'per_pet_per_stay'::text, 'percent_of_rent'::text]))),
  CONSTRAINT fees_label_check CHECK (((char_length(label) >= 1) AND (char_length(label) <= 100))),
  CONSTRAINT fees_percent_check CHECK (((percent >= (0)::numeric) AND (percent <= (100)::numeric))),
  CONSTRAINT fees_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE
);
COMMENT ON CONSTRAINT fees_amount ON fees IS 'A fee is an amount or a percentage, as its kind says.';
CREATE INDEX fees_property ON public.fees USING btree (property_id);

CREATE TABLE guide_sections (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  property_id uuid,
  title text NOT NULL,
  html_rich_text text NOT NULL,
  reveal text DEFAULT 'booked'::text NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  is_example boolean DEFAULT false NOT NULL,
  CONSTRAINT guide_sections_pkey PRIMARY KEY (id),
  CONSTRAINT guide_sections_html_rich_text_check CHECK (((char_length(html_rich_text) >= 1) AND (char_length(html_rich_text) <= 100000))),
  CONSTRAINT guide_sections_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  CONSTRAINT guide_sections_reveal_check CHECK ((reveal = ANY (ARRAY['public'::text, 'booked'::text, 'arrival'::text]))),
  CONSTRAINT guide_sections_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200)))
);
CREATE INDEX guide_sections_property ON public.guide_sections USING btree (property_id, "position");
CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.guide_sections FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE TABLE inquiries (
  id uuid NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  phone text DEFAULT ''::text NOT NULL,
  property_title text NOT NULL,
  check_in date NOT NULL,
  check_out date NOT NULL,
  guests integer NOT NULL,
  message text DEFAULT ''::text NOT NULL,
  status text DEFAULT 'new'::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT inquiries_pkey PRIMARY KEY (id),
  CONSTRAINT inquiries_check CHECK ((check_out > check_in)),
  CONSTRAINT inquiries_email_check CHECK ((char_length(email) <= 254)),
  CONSTRAINT inquiries_guests_check CHECK (((guests >= 1) AND (guests <= 12))),
  CONSTRAINT inquiries_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 100))),
  CONSTRAINT inquiries_status_check CHECK ((status = ANY (ARRAY['new'::text, 'answered'::text, 'archived'::text])))
);
COMMENT ON CONSTRAINT inquiries_check ON inquiries IS 'An inquiry''s check-out is after its check-in.';
CREATE INDEX inquiries_created_at ON public.inquiries USING btree (created_at);
CREATE INDEX inquiries_newest ON public.inquiries USING btree (created_at DESC);
CREATE INDEX inquiries_search_text ON public.inquiries USING gin (inquiry_search_text(name, email, property_title, phone) gin_trgm_ops) WITH (gin_pending_list_limit='64');
CREATE TRIGGER anonymize_thread AFTER UPDATE OF email ON public.inquiries FOR EACH ROW WHEN ((new.email = 'deleted@account.invalid'::text)) EXECUTE FUNCTION anonymize_thread();
CREATE TRIGGER follow AFTER UPDATE OF status, created_at ON public.inquiries FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION follow_inquiry();
CREATE TRIGGER open_thread AFTER INSERT ON public.inquiries FOR EACH ROW EXECUTE FUNCTION open_inquiry_thread();

CREATE TABLE installation (
  is_only boolean DEFAULT true NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  worker_seen_at timestamp with time zone,
  storage_marked_at timestamp with time zone,
  timeline integer,
  timeline_seen_at timestamp with time zone,
  CONSTRAINT installation_pkey PRIMARY KEY (is_only),
  CONSTRAINT installation_is_only_check CHECK (is_only)
);

CREATE TABLE last_restore (
  id boolean DEFAULT true NOT NULL,
  backup_at timestamp with time zone NOT NULL,
  restored_at timestamp with time zone DEFAULT now() NOT NULL,
  unsent jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT last_restore_pkey PRIMARY KEY (id),
  CONSTRAINT last_restore_id_check CHECK (id)
);

CREATE TABLE launch_checks (
  key text NOT NULL,
  state text NOT NULL,
  detail text DEFAULT ''::text NOT NULL,
  checked_at timestamp with time zone NOT NULL,
  since timestamp with time zone NOT NULL,
  was_ok boolean DEFAULT false NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  confirmed_by text,
  confirmed_at timestamp with time zone,
  confirmed_content text DEFAULT ''::text NOT NULL,
  CONSTRAINT launch_checks_pkey PRIMARY KEY (key),
  CONSTRAINT launch_checks_detail_check CHECK ((char_length(detail) <= 500)),
  CONSTRAINT launch_checks_state_check CHECK ((state = ANY (ARRAY['ok'::text, 'todo'::text, 'failed'::text, 'unknown'::text])))
);

CREATE TABLE launch_mails (
  token_hash bytea NOT NULL,
  email text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  opened_at timestamp with time zone,
  CONSTRAINT launch_mails_pkey PRIMARY KEY (token_hash)
);

CREATE TABLE launch_payments (
  session_id text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  event_at timestamp with time zone,
  CONSTRAINT launch_payments_pkey PRIMARY KEY (session_id)
);

CREATE TABLE login_codes (
  id uuid NOT NULL,
  email text NOT NULL,
  binding_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  device_id text,
  max_attempts smallint NOT NULL,
  failed_attempts smallint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT login_codes_pkey PRIMARY KEY (id),
  CONSTRAINT login_codes_browser_hash_check CHECK ((octet_length(binding_hash) = 32)),
  CONSTRAINT login_codes_browser_hash_key UNIQUE (binding_hash),
  CONSTRAINT login_codes_check CHECK (((failed_attempts >= 0) AND (failed_attempts <= max_attempts))),
  CONSTRAINT login_codes_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  CONSTRAINT login_codes_guesses_allowed_check CHECK (((max_attempts >= 1) AND (max_attempts <= 5)))
);
COMMENT ON CONSTRAINT login_codes_check ON login_codes IS 'A sign-in code is never tried more often than allowed.';
CREATE INDEX login_codes_created ON public.login_codes USING btree (created_at);
CREATE INDEX login_codes_email ON public.login_codes USING btree (email, created_at DESC);

CREATE TABLE mail_health (
  is_only boolean DEFAULT true NOT NULL,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  failing_since timestamp with time zone,
  CONSTRAINT mail_health_pkey PRIMARY KEY (is_only),
  CONSTRAINT mail_health_is_only_check CHECK (is_only)
);

CREATE TABLE mailbox_positions (
  mailbox text NOT NULL,
  uid_validity text DEFAULT ''::text NOT NULL,
  last_uid bigint DEFAULT 0 NOT NULL,
  last_read_at timestamp with time zone,
  last_error text DEFAULT ''::text NOT NULL,
  CONSTRAINT mailbox_positions_pkey PRIMARY KEY (mailbox)
);

CREATE TABLE media (
  id uuid NOT NULL,
  kind text NOT NULL,
  alt text DEFAULT ''::text NOT NULL,
  width integer,
  height integer,
  widths integer[] DEFAULT '{}'::integer[] NOT NULL,
  blur_data_url text DEFAULT ''::text NOT NULL,
  type text NOT NULL,
  size_bytes bigint NOT NULL,
  original_name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  status text DEFAULT 'ready'::text NOT NULL,
  error text DEFAULT ''::text NOT NULL,
  file_name text DEFAULT ''::text NOT NULL,
  uploaded_by uuid,
  CONSTRAINT media_pkey PRIMARY KEY (id),
  CONSTRAINT media_height_check CHECK ((height > 0)),
  CONSTRAINT media_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'video'::text, 'file'::text]))),
  CONSTRAINT media_size_bytes_check CHECK ((size_bytes >= 0)),
  CONSTRAINT media_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'ready'::text, 'failed'::text]))),
  CONSTRAINT media_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT media_width_check CHECK ((width > 0))
);
CREATE INDEX media_newest ON public.media USING btree (created_at DESC, id DESC);
CREATE INDEX media_uploaded_by ON public.media USING btree (uploaded_by);
CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.media FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE TABLE message_planning (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  booking_id uuid,
  rule_id uuid,
  moved_at timestamp with time zone,
  CONSTRAINT message_planning_pkey PRIMARY KEY (id),
  CONSTRAINT message_planning_check CHECK ((num_nonnulls(booking_id, rule_id) = 1))
);
COMMENT ON CONSTRAINT message_planning_check ON message_planning IS 'Either a booking or a rule has to be planned again.';

CREATE TABLE message_rules (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  template_id uuid NOT NULL,
  event text DEFAULT 'arrival'::text NOT NULL,
  offset_days integer DEFAULT 0 NOT NULL,
  at_time text DEFAULT '10:00'::text NOT NULL,
  property_id uuid,
  when_late text DEFAULT 'send'::text NOT NULL,
  only_if_paid boolean DEFAULT false NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  effective_at timestamp with time zone DEFAULT now() NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT message_rules_pkey PRIMARY KEY (id),
  CONSTRAINT message_rules_after_booking CHECK (((event <> 'booked'::text) OR (offset_days >= 0))),
  CONSTRAINT message_rules_at_time_check CHECK ((at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  CONSTRAINT message_rules_event_check CHECK ((event = ANY (ARRAY['booked'::text, 'arrival'::text, 'departure'::text]))),
  CONSTRAINT message_rules_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  CONSTRAINT message_rules_offset_days_check CHECK (((offset_days >= '-365'::integer) AND (offset_days <= 365))),
  CONSTRAINT message_rules_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  CONSTRAINT message_rules_template_id_fkey FOREIGN KEY (template_id) REFERENCES message_templates(id) ON DELETE CASCADE,
  CONSTRAINT message_rules_when_late_check CHECK ((when_late = ANY (ARRAY['send'::text, 'skip'::text])))
);
COMMENT ON CONSTRAINT message_rules_after_booking ON message_rules IS 'A message about the booking cannot go out before it.';
CREATE INDEX message_rules_property ON public.message_rules USING btree (property_id);
CREATE INDEX message_rules_template ON public.message_rules USING btree (template_id);
CREATE TRIGGER date_rule BEFORE INSERT ON public.message_rules FOR EACH ROW EXECUTE FUNCTION date_message_rule();
CREATE TRIGGER date_rule_again BEFORE UPDATE ON public.message_rules FOR EACH ROW WHEN ((((((old.event IS DISTINCT FROM new.event) OR (old.offset_days IS DISTINCT FROM new.offset_days)) OR (old.at_time IS DISTINCT FROM new.at_time)) OR (old.property_id IS DISTINCT FROM new.property_id)) OR (old.is_active IS DISTINCT FROM new.is_active))) EXECUTE FUNCTION date_message_rule();
CREATE TRIGGER plan_messages AFTER INSERT OR DELETE OR UPDATE ON public.message_rules FOR EACH ROW EXECUTE FUNCTION plan_messages_of_rule();

CREATE TABLE message_templates (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  text text NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  subject text DEFAULT ''::text NOT NULL,
  is_example boolean DEFAULT false NOT NULL,
  CONSTRAINT message_templates_pkey PRIMARY KEY (id),
  CONSTRAINT message_templates_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  CONSTRAINT message_templates_subject_check CHECK ((char_length(subject) <= 200)),
  CONSTRAINT message_templates_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 5000)))
);

CREATE TABLE messages (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  thread_id uuid NOT NULL,
  direction text NOT NULL,
  kind text DEFAULT 'message'::text NOT NULL,
  author text DEFAULT ''::text NOT NULL,
  author_email text DEFAULT ''::text NOT NULL,
  text text NOT NULL,
  original_text text,
  attachments text[] DEFAULT '{}'::text[] NOT NULL,
  mail_id text,
  sent_at timestamp with time zone,
  waited_seconds integer,
  idempotency_key text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  problem text DEFAULT ''::text NOT NULL,
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text, 'auto'::text, 'unverified'::text]))),
  CONSTRAINT messages_key_once UNIQUE (thread_id, idempotency_key),
  CONSTRAINT messages_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'change'::text]))),
  CONSTRAINT messages_mail_once UNIQUE (thread_id, mail_id),
  CONSTRAINT messages_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES threads(id) ON DELETE CASCADE,
  CONSTRAINT messages_waited_seconds_check CHECK ((waited_seconds >= 0))
);
COMMENT ON CONSTRAINT messages_key_once ON messages IS 'A message that is sent twice with the same idempotency key is stored once.';
COMMENT ON CONSTRAINT messages_mail_once ON messages IS 'A mail that is read twice becomes one message.';
CREATE INDEX messages_of_thread ON public.messages USING btree (thread_id, created_at, id);
CREATE INDEX messages_phones ON public.messages USING gin (phones_in(text) gin_trgm_ops) WITH (gin_pending_list_limit='64');
CREATE INDEX messages_waited ON public.messages USING btree (created_at) INCLUDE (waited_seconds) WHERE (waited_seconds IS NOT NULL);
CREATE INDEX messages_words ON public.messages USING gin (fold_search(text) gin_trgm_ops) WITH (gin_pending_list_limit='64');

CREATE TABLE oauth_requests (
  id uuid NOT NULL,
  binding_hash bytea NOT NULL,
  state_hash bytea,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  redirect_uri text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT oauth_flows_pkey PRIMARY KEY (id),
  CONSTRAINT oauth_flows_browser_hash_check CHECK ((octet_length(binding_hash) = 32)),
  CONSTRAINT oauth_flows_browser_hash_key UNIQUE (binding_hash)
);
CREATE INDEX oauth_requests_expires ON public.oauth_requests USING btree (expires_at);

CREATE TABLE occupied_nights (
  source_id uuid NOT NULL,
  property_id uuid NOT NULL,
  kind text NOT NULL,
  nights daterange NOT NULL,
  CONSTRAINT occupied_nights_pkey PRIMARY KEY (source_id, nights),
  CONSTRAINT occupied_nights_booking_or_block EXCLUDE USING gist (property_id WITH =, kind WITH <>, nights WITH &&) WHERE ((kind = ANY (ARRAY['booking'::text, 'block'::text]))),
  CONSTRAINT occupied_nights_kind_check CHECK ((kind = ANY (ARRAY['booking'::text, 'block'::text, 'feed_reservation'::text, 'feed_block'::text]))),
  CONSTRAINT occupied_nights_nights_check CHECK ((NOT isempty(nights))),
  CONSTRAINT occupied_nights_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE
);
COMMENT ON CONSTRAINT occupied_nights_booking_or_block ON occupied_nights IS 'Forbids a booking on nights that hosts closed, and a block on booked nights. Two bookings are bookings_one_guest''s; channels may overlap and become a conflict.';
COMMENT ON CONSTRAINT occupied_nights_pkey ON occupied_nights IS 'A source''s nights may be several ranges, each once.';
CREATE INDEX occupied_nights_nights ON public.occupied_nights USING gist (nights);
CREATE INDEX occupied_nights_property ON public.occupied_nights USING gist (property_id, nights);
CREATE TRIGGER skip_occupied_twice BEFORE INSERT ON public.occupied_nights FOR EACH ROW WHEN ((current_setting('pcb.restoring'::text, true) = 'on'::text)) EXECUTE FUNCTION skip_occupied_twice();

CREATE TABLE offers (
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  quote_id uuid NOT NULL,
  booking_id uuid,
  inquiry_id uuid,
  email text DEFAULT ''::text NOT NULL,
  nightly_cents integer,
  note text DEFAULT ''::text NOT NULL,
  holds_nights boolean DEFAULT false NOT NULL,
  created_by text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  withdrawn_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT offers_pkey PRIMARY KEY (id),
  CONSTRAINT offers_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE SET NULL,
  CONSTRAINT offers_email_check CHECK ((char_length(email) <= 254)),
  CONSTRAINT offers_inquiry_id_fkey FOREIGN KEY (inquiry_id) REFERENCES inquiries(id) ON DELETE SET NULL,
  CONSTRAINT offers_nightly_cents_check CHECK ((nightly_cents > 0)),
  CONSTRAINT offers_note_check CHECK ((char_length(note) <= 2000)),
  CONSTRAINT offers_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES quotes(id) ON DELETE CASCADE,
  CONSTRAINT offers_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX offers_booking ON public.offers USING btree (booking_id);
CREATE INDEX offers_email ON public.offers USING btree (email) WHERE (email <> ''::text);
CREATE INDEX offers_inquiry ON public.offers USING btree (inquiry_id);
CREATE INDEX offers_newest ON public.offers USING btree (created_at DESC);
CREATE INDEX offers_quote ON public.offers USING btree (quote_id);
CREATE TRIGGER log_withdrawn AFTER UPDATE OF withdrawn_at ON public.offers FOR EACH ROW WHEN (((old.withdrawn_at IS NULL) AND (new.withdrawn_at IS NOT NULL))) EXECUTE FUNCTION log_withdrawn_offer();

CREATE TABLE pages (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  slug text NOT NULL,
  title text NOT NULL,
  html_rich_text text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  is_example boolean DEFAULT false NOT NULL,
  CONSTRAINT pages_pkey PRIMARY KEY (id),
  CONSTRAINT pages_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  CONSTRAINT pages_slug_key UNIQUE (slug),
  CONSTRAINT pages_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200)))
);
CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pages FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE TABLE passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint DEFAULT 0 NOT NULL,
  transports text[] DEFAULT '{}'::text[] NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_counter_check CHECK ((counter >= 0)),
  CONSTRAINT passkeys_credential_id_check CHECK (((char_length(credential_id) >= 16) AND (char_length(credential_id) <= 1400))),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_name_check CHECK ((char_length(name) <= 100)),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id, created_at);
CREATE TRIGGER log_deleted AFTER DELETE ON public.passkeys FOR EACH ROW EXECUTE FUNCTION log_deleted_access('passkey');

CREATE TABLE payment_attempts (
  id uuid NOT NULL,
  booking_id uuid NOT NULL,
  purpose text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  description text NOT NULL,
  stripe_id text,
  url text,
  expires_at timestamp with time zone NOT NULL,
  checked_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  refused_at timestamp with time zone,
  takes_bank_debit boolean DEFAULT false NOT NULL,
  CONSTRAINT payment_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT payment_attempts_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT payment_attempts_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT payment_attempts_kind_check CHECK ((kind = ANY (ARRAY['page'::text, 'stored_card'::text]))),
  CONSTRAINT payment_attempts_purpose_check CHECK ((purpose = ANY (ARRAY['stay'::text, 'balance'::text, 'charge'::text]))),
  CONSTRAINT payment_attempts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'open'::text, 'processing'::text, 'paid'::text, 'expired'::text, 'failed'::text]))),
  CONSTRAINT payment_attempts_stripe_id_key UNIQUE (stripe_id)
);
CREATE INDEX payment_attempts_active ON public.payment_attempts USING btree (checked_at) WHERE (status = ANY (ARRAY['pending'::text, 'open'::text, 'processing'::text]));
CREATE INDEX payment_attempts_booking ON public.payment_attempts USING btree (booking_id);
CREATE INDEX payment_attempts_created ON public.payment_attempts USING btree (created_at);
CREATE UNIQUE INDEX payment_attempts_one_active ON public.payment_attempts USING btree (booking_id) WHERE (status = ANY (ARRAY['pending'::text, 'open'::text, 'processing'::text]));

CREATE TABLE payment_pause (
  id boolean DEFAULT true NOT NULL,
  since timestamp with time zone NOT NULL,
  notified_at timestamp with time zone,
  CONSTRAINT payment_pause_pkey PRIMARY KEY (id),
  CONSTRAINT payment_pause_id_check CHECK (id)
);

CREATE TABLE payments (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  booking_id uuid NOT NULL,
  kind text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text DEFAULT 'usd'::text NOT NULL,
  method text DEFAULT 'card'::text NOT NULL,
  stripe_id text,
  charge_id text,
  reason text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  corrects text,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_amount CHECK (
CASE
    WHEN (corrects IS NULL) THEN (amount_cents > 0)
    ELSE (amount_cents <> 0)
END),
  CONSTRAINT payments_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE RESTRICT,
  CONSTRAINT payments_corrects CHECK (((corrects IS NULL) OR (kind <> 'charge'::text))),
  CONSTRAINT payments_corrects_fkey FOREIGN KEY (corrects) REFERENCES payments(stripe_id),
  CONSTRAINT payments_kind_check CHECK ((kind = ANY (ARRAY['charge'::text, 'refund'::text, 'dispute'::text]))),
  CONSTRAINT payments_method_check CHECK ((method = ANY (ARRAY['card'::text, 'elsewhere'::text]))),
  CONSTRAINT payments_provider CHECK (
CASE method
    WHEN 'elsewhere'::text THEN (corrects IS NULL)
    ELSE (num_nonnulls(stripe_id, corrects) = 1)
END),
  CONSTRAINT payments_stripe_id_key UNIQUE (stripe_id)
);
COMMENT ON CONSTRAINT payments_amount ON payments IS 'The amount of a ledger row is above 0; a correction may be negative, never 0.';
COMMENT ON CONSTRAINT payments_corrects ON payments IS 'A charge corrects no other row.';
COMMENT ON CONSTRAINT payments_provider ON payments IS 'A row of a card names the provider''s object or the row that it corrects; money from elsewhere corrects nothing.';
CREATE INDEX payments_booking ON public.payments USING btree (booking_id);
CREATE INDEX payments_card_charges ON public.payments USING btree (created_at) INCLUDE (booking_id, amount_cents, currency) WHERE ((kind = 'charge'::text) AND (method = 'card'::text));
CREATE INDEX payments_charges_of_booking ON public.payments USING btree (booking_id, created_at) WHERE (kind = 'charge'::text);
CREATE INDEX payments_corrects ON public.payments USING btree (corrects) WHERE (corrects IS NOT NULL);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.payments FOR EACH STATEMENT EXECUTE FUNCTION reject_ledger_change();
CREATE TRIGGER money_added AFTER INSERT ON public.payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refresh_added_money();
CREATE TRIGGER money_changed AFTER UPDATE ON public.payments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_money();
CREATE TRIGGER money_removed AFTER DELETE ON public.payments REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION refresh_removed_money();

CREATE TABLE post_announcements (
  id integer DEFAULT 1 NOT NULL,
  announced_until timestamp with time zone NOT NULL,
  CONSTRAINT post_announcements_pkey PRIMARY KEY (id),
  CONSTRAINT post_announcements_id_check CHECK ((id = 1))
);

CREATE TABLE products (
  id uuid NOT NULL,
  property_id uuid,
  name text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  images text[] DEFAULT '{}'::text[] NOT NULL,
  price_cents integer NOT NULL,
  currency text NOT NULL,
  billing_type text NOT NULL,
  billing_period text,
  is_listed boolean DEFAULT true NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  is_example boolean DEFAULT false NOT NULL,
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_billing_period_check CHECK ((billing_period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text]))),
  CONSTRAINT products_billing_type_check CHECK ((billing_type = ANY (ARRAY['one_time'::text, 'recurring'::text]))),
  CONSTRAINT products_check CHECK (((billing_type = 'recurring'::text) = (billing_period IS NOT NULL))),
  CONSTRAINT products_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  CONSTRAINT products_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  CONSTRAINT products_price_cents_check CHECK ((price_cents >= 50)),
  CONSTRAINT products_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE SET NULL
);
COMMENT ON CONSTRAINT products_check ON products IS 'A subscription has a billing period, a single purchase has none.';
CREATE INDEX products_property ON public.products USING btree (property_id);
CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE TABLE promo_codes (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  code text NOT NULL,
  percent numeric(6,3),
  amount_cents integer,
  book_from date,
  book_until date,
  stay_from date,
  stay_until date,
  min_nights integer,
  max_uses integer,
  property_id uuid,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT promo_codes_pkey PRIMARY KEY (id),
  CONSTRAINT promo_codes_amount CHECK (((percent IS NULL) <> (amount_cents IS NULL))),
  CONSTRAINT promo_codes_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT promo_codes_booked_fit CHECK ((book_until >= book_from)),
  CONSTRAINT promo_codes_code_check CHECK ((code ~ '^[A-Za-z0-9_-]{2,40}$'::text)),
  CONSTRAINT promo_codes_max_uses_check CHECK ((max_uses >= 0)),
  CONSTRAINT promo_codes_min_nights_check CHECK (((min_nights >= 1) AND (min_nights <= 365))),
  CONSTRAINT promo_codes_percent_check CHECK (((percent > (0)::numeric) AND (percent <= (100)::numeric))),
  CONSTRAINT promo_codes_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  CONSTRAINT promo_codes_stay_fit CHECK ((stay_until >= stay_from))
);
COMMENT ON CONSTRAINT promo_codes_amount ON promo_codes IS 'A promotion code is a percentage or an amount, never both.';
COMMENT ON CONSTRAINT promo_codes_booked_fit ON promo_codes IS 'The period in which a code can be used ends on or after it begins.';
COMMENT ON CONSTRAINT promo_codes_stay_fit ON promo_codes IS 'The period of stays for which a code counts ends on or after it begins.';
CREATE UNIQUE INDEX promo_codes_code ON public.promo_codes USING btree (upper(code));
CREATE INDEX promo_codes_property ON public.promo_codes USING btree (property_id);

CREATE TABLE properties (
  id uuid NOT NULL,
  slug text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  images text[] DEFAULT '{}'::text[] NOT NULL,
  guests integer NOT NULL,
  beds integer NOT NULL,
  baths integer NOT NULL,
  price_preview text NOT NULL,
  is_coming_soon boolean DEFAULT false NOT NULL,
  is_listed boolean DEFAULT true NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  home_type text DEFAULT 'House'::text NOT NULL,
  amenities text DEFAULT ''::text NOT NULL,
  sleeping text DEFAULT ''::text NOT NULL,
  house_rules text DEFAULT ''::text NOT NULL,
  check_in_from text DEFAULT '16:00'::text NOT NULL,
  check_out_until text DEFAULT '10:00'::text NOT NULL,
  address text DEFAULT ''::text NOT NULL,
  locality text DEFAULT ''::text NOT NULL,
  latitude double precision,
  longitude double precision,
  map_query text DEFAULT ''::text NOT NULL,
  share_description text DEFAULT ''::text NOT NULL,
  booking_mode text DEFAULT 'inquiry'::text NOT NULL,
  nightly_cents integer DEFAULT 0 NOT NULL,
  weekend_cents integer,
  min_nights integer DEFAULT 1 NOT NULL,
  max_nights integer,
  arrival_days text[] DEFAULT '{}'::text[] NOT NULL,
  turnover_nights integer DEFAULT 0 NOT NULL,
  lead_days integer DEFAULT 0 NOT NULL,
  horizon_days integer DEFAULT 540 NOT NULL,
  guests_included integer DEFAULT 20 NOT NULL,
  max_pets integer DEFAULT 0 NOT NULL,
  deposit_percent numeric(6,3) DEFAULT 100 NOT NULL,
  balance_due_days integer DEFAULT 30 NOT NULL,
  cancellation_policy_id uuid,
  access_notes text DEFAULT ''::text NOT NULL,
  street_address text DEFAULT ''::text NOT NULL,
  wifi_name text DEFAULT ''::text NOT NULL,
  wifi_password text DEFAULT ''::text NOT NULL,
  check_list text DEFAULT ''::text NOT NULL,
  licence_state text DEFAULT ''::text NOT NULL,
  licence_local text DEFAULT ''::text NOT NULL,
  cleaner_id uuid,
  is_example boolean DEFAULT false NOT NULL,
  CONSTRAINT properties_pkey PRIMARY KEY (id),
  CONSTRAINT properties_arrival_days_check CHECK (are_weekdays(arrival_days)),
  CONSTRAINT properties_balance_due_days_check CHECK (((balance_due_days >= 0) AND (balance_due_days <= 365))),
  CONSTRAINT properties_baths_check CHECK ((baths >= 0)),
  CONSTRAINT properties_beds_check CHECK ((beds >= 0)),
  CONSTRAINT properties_booking_mode_check CHECK ((booking_mode = ANY (ARRAY['instant'::text, 'request'::text, 'inquiry'::text]))),
  CONSTRAINT properties_cancellation_policy_id_fkey FOREIGN KEY (cancellation_policy_id) REFERENCES cancellation_policies(id) ON DELETE RESTRICT,
  CONSTRAINT properties_check_in_from_check CHECK ((check_in_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  CONSTRAINT properties_check_list_check CHECK ((char_length(check_list) <= 100000)),
  CONSTRAINT properties_check_out_until_check CHECK ((check_out_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  CONSTRAINT properties_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaners(id) ON DELETE SET NULL,
  CONSTRAINT properties_deposit_percent_check CHECK (((deposit_percent > (0)::numeric) AND (deposit_percent <= (100)::numeric))),
  CONSTRAINT properties_guests_check CHECK (((guests >= 1) AND (guests <= 20))),
  CONSTRAINT properties_guests_included_check CHECK (((guests_included >= 1) AND (guests_included <= 20))),
  CONSTRAINT properties_home_type_check CHECK ((home_type = ANY (ARRAY['House'::text, 'Apartment'::text, 'Villa'::text]))),
  CONSTRAINT properties_horizon_days_check CHECK (((horizon_days >= 1) AND (horizon_days <= 1095))),
  CONSTRAINT properties_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  CONSTRAINT properties_lead_days_check CHECK (((lead_days >= 0) AND (lead_days <= 365))),
  CONSTRAINT properties_licence_local_check CHECK ((char_length(licence_local) <= 100)),
  CONSTRAINT properties_licence_state_check CHECK ((char_length(licence_state) <= 100)),
  CONSTRAINT properties_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  CONSTRAINT properties_max_nights_check CHECK (((max_nights >= 1) AND (max_nights <= 730))),
  CONSTRAINT properties_max_pets_check CHECK (((max_pets >= 0) AND (max_pets <= 20))),
  CONSTRAINT properties_min_nights_check CHECK (((min_nights >= 1) AND (min_nights <= 365))),
  CONSTRAINT properties_nightly_cents_check CHECK ((nightly_cents >= 0)),
  CONSTRAINT properties_nights_fit CHECK ((max_nights >= min_nights)),
  CONSTRAINT properties_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  CONSTRAINT properties_slug_key UNIQUE (slug),
  CONSTRAINT properties_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200))),
  CONSTRAINT properties_turnover_nights_check CHECK (((turnover_nights >= 0) AND (turnover_nights <= 30))),
  CONSTRAINT properties_weekend_cents_check CHECK ((weekend_cents >= 0)),
  CONSTRAINT properties_wifi_name_check CHECK ((octet_length(wifi_name) <= 32)),
  CONSTRAINT properties_wifi_password_check CHECK ((char_length(wifi_password) <= 63))
);
COMMENT ON CONSTRAINT properties_nights_fit ON properties IS 'The most nights of a home are at least its fewest.';
CREATE INDEX properties_cancellation_policy ON public.properties USING btree (cancellation_policy_id);
CREATE INDEX properties_cleaner ON public.properties USING btree (cleaner_id);
CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.properties FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
CREATE TRIGGER assign_cleaner AFTER UPDATE OF cleaner_id ON public.properties FOR EACH ROW WHEN ((old.cleaner_id IS DISTINCT FROM new.cleaner_id)) EXECUTE FUNCTION assign_cleaner();
CREATE TRIGGER redirect_old_property_slug AFTER UPDATE OF slug ON public.properties FOR EACH ROW WHEN (((old.slug <> new.slug) AND (char_length(old.slug) <= 200))) EXECUTE FUNCTION redirect_old_property_slug();
CREATE TRIGGER shorten_turnover AFTER UPDATE OF turnover_nights ON public.properties FOR EACH ROW WHEN ((new.turnover_nights < old.turnover_nights)) EXECUTE FUNCTION shorten_turnover();

CREATE TABLE provider_event_sync (
  id boolean DEFAULT true NOT NULL,
  synced_until timestamp with time zone NOT NULL,
  CONSTRAINT provider_event_sync_pkey PRIMARY KEY (id),
  CONSTRAINT provider_event_sync_id_check CHECK (id)
);

CREATE TABLE purchases (
  id uuid NOT NULL,
  checkout_id uuid NOT NULL,
  stripe_session_id text NOT NULL,
  stripe_payment_intent_id text,
  stripe_subscription_id text,
  product_id uuid NOT NULL,
  product_name text NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  type text NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  email text NOT NULL,
  customer_name text DEFAULT ''::text NOT NULL,
  purchased_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  CONSTRAINT purchases_pkey PRIMARY KEY (id),
  CONSTRAINT purchases_amount_cents_check CHECK ((amount_cents >= 0)),
  CONSTRAINT purchases_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON DELETE RESTRICT,
  CONSTRAINT purchases_checkout_id_key UNIQUE (checkout_id),
  CONSTRAINT purchases_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE RESTRICT,
  CONSTRAINT purchases_status_check CHECK ((status = ANY (ARRAY['active'::text, 'past_due'::text, 'paused'::text, 'refunded'::text, 'ended'::text]))),
  CONSTRAINT purchases_stripe_session_id_key UNIQUE (stripe_session_id),
  CONSTRAINT purchases_type_check CHECK ((type = ANY (ARRAY['payment'::text, 'subscription'::text])))
);
CREATE INDEX purchases_email ON public.purchases USING btree (email, purchased_at DESC);
CREATE INDEX purchases_payment_intent ON public.purchases USING btree (stripe_payment_intent_id);
CREATE INDEX purchases_product ON public.purchases USING btree (product_id);
CREATE INDEX purchases_purchased_at ON public.purchases USING btree (purchased_at);
CREATE INDEX purchases_subscription ON public.purchases USING btree (stripe_subscription_id);

CREATE TABLE quotes (
  id uuid NOT NULL,
  property_id uuid NOT NULL,
  checkin date NOT NULL,
  checkout date NOT NULL,
  guests integer NOT NULL,
  pets integer NOT NULL,
  promo_code_id uuid,
  price jsonb NOT NULL,
  total_cents bigint NOT NULL,
  currency text NOT NULL,
  plans jsonb NOT NULL,
  cancellation_policy jsonb NOT NULL,
  check_in_from text NOT NULL,
  calendars_checked_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  is_booked boolean DEFAULT false NOT NULL,
  CONSTRAINT quotes_pkey PRIMARY KEY (id),
  CONSTRAINT quotes_check CHECK ((checkout > checkin)),
  CONSTRAINT quotes_guests_check CHECK ((guests > 0)),
  CONSTRAINT quotes_pets_check CHECK ((pets >= 0)),
  CONSTRAINT quotes_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  CONSTRAINT quotes_total_cents_check CHECK ((total_cents >= 0))
);
CREATE INDEX quotes_expires ON public.quotes USING btree (expires_at);
CREATE INDEX quotes_promo_code ON public.quotes USING btree (promo_code_id);
CREATE INDEX quotes_property ON public.quotes USING btree (property_id);
CREATE INDEX quotes_unbooked ON public.quotes USING btree (expires_at) WHERE (NOT is_booked);
CREATE TRIGGER complete_tax_bases BEFORE INSERT ON public.quotes FOR EACH ROW WHEN (lacks_tax_bases(new.price)) EXECUTE FUNCTION complete_tax_bases();

CREATE TABLE rate_changes (
  id uuid NOT NULL,
  request jsonb NOT NULL,
  effect jsonb NOT NULL,
  rate_ids uuid[] NOT NULL,
  rates_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  undone_at timestamp with time zone,
  CONSTRAINT rate_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX rate_changes_request ON public.rate_changes USING btree (md5((request)::text), created_at DESC);

CREATE TABLE rate_limits (
  key text NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_expire ON public.rate_limits USING btree (expire);
CREATE TRIGGER commit_counter_asynchronously BEFORE INSERT OR UPDATE ON public.rate_limits FOR EACH STATEMENT EXECUTE FUNCTION commit_counter_asynchronously();

CREATE TABLE rates (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  property_id uuid NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  first_night date,
  last_night date,
  nightly_cents integer,
  weekend_cents integer,
  min_nights integer,
  arrival_days text[],
  priority integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  is_example boolean DEFAULT false NOT NULL,
  CONSTRAINT rates_pkey PRIMARY KEY (id),
  CONSTRAINT rates_arrival_days_check CHECK (are_weekdays(arrival_days)),
  CONSTRAINT rates_min_nights_check CHECK (((min_nights >= 1) AND (min_nights <= 365))),
  CONSTRAINT rates_name_check CHECK ((char_length(name) <= 100)),
  CONSTRAINT rates_nightly_cents_check CHECK ((nightly_cents > 0)),
  CONSTRAINT rates_nights_fit CHECK ((last_night >= first_night)),
  CONSTRAINT rates_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  CONSTRAINT rates_weekend_cents_check CHECK ((weekend_cents > 0))
);
COMMENT ON CONSTRAINT rates_nights_fit ON rates IS 'A rate ends on or after its first night.';
CREATE INDEX rates_property ON public.rates USING btree (property_id, last_night);
CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.rates FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE TABLE redirects (
  id uuid NOT NULL,
  from_path text NOT NULL,
  to_path text NOT NULL,
  status text DEFAULT '301'::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT redirects_pkey PRIMARY KEY (id),
  CONSTRAINT redirects_from_path_check CHECK (((from_path ~ '^/[^?#[:space:]]+$'::text) AND (char_length(from_path) <= 250) AND (from_path !~ '^/(api|admin|assets|media|embed|share)(/|$)'::text))),
  CONSTRAINT redirects_from_path_key UNIQUE (from_path),
  CONSTRAINT redirects_lead_elsewhere CHECK ((from_path <> to_path)),
  CONSTRAINT redirects_status_check CHECK ((status = ANY (ARRAY['301'::text, '308'::text]))),
  CONSTRAINT redirects_to_path_check CHECK (((to_path ~ '^/([^/\\[:space:]][^\\[:space:]]*)?$'::text) AND (char_length(to_path) <= 250)))
);
COMMENT ON CONSTRAINT redirects_lead_elsewhere ON redirects IS 'A redirect does not lead to itself; the trigger reject_redirect_loop follows the others.';
CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.redirects FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
CREATE TRIGGER refuse_loop BEFORE INSERT OR UPDATE ON public.redirects FOR EACH ROW EXECUTE FUNCTION reject_redirect_loop();

CREATE TABLE refund_orders (
  id uuid NOT NULL,
  booking_id uuid NOT NULL,
  payment_id text NOT NULL,
  amount_cents bigint NOT NULL,
  cause text NOT NULL,
  kind text NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  overpaid_cents bigint DEFAULT 0 NOT NULL,
  is_lost boolean DEFAULT false NOT NULL,
  CONSTRAINT refund_orders_pkey PRIMARY KEY (id),
  CONSTRAINT refund_orders_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT refund_orders_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT refund_orders_booking_id_payment_id_cause_key UNIQUE (booking_id, payment_id, cause),
  CONSTRAINT refund_orders_check CHECK (((overpaid_cents >= 0) AND (overpaid_cents <= amount_cents))),
  CONSTRAINT refund_orders_kind_check CHECK ((kind = ANY (ARRAY['cancellation'::text, 'hosts'::text, 'too_late'::text, 'excess'::text, 'move'::text]))),
  CONSTRAINT refund_orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text])))
);
COMMENT ON CONSTRAINT refund_orders_check ON refund_orders IS 'What was overpaid is a part of the refund.';
CREATE INDEX refund_orders_booking_pending ON public.refund_orders USING btree (booking_id) WHERE (status = 'pending'::text);
CREATE INDEX refund_orders_pending ON public.refund_orders USING btree (created_at) WHERE (status = 'pending'::text);
CREATE TRIGGER money_added AFTER INSERT ON public.refund_orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refresh_added_money();
CREATE TRIGGER money_changed AFTER UPDATE ON public.refund_orders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_money();
CREATE TRIGGER money_removed AFTER DELETE ON public.refund_orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION refresh_removed_money();

CREATE TABLE review_requests (
  booking_id uuid NOT NULL,
  due_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  reminded_at timestamp with time zone,
  token_hash bytea,
  is_open boolean DEFAULT true NOT NULL,
  begun_property_id uuid,
  begun_checkin date,
  begun_checkout date,
  CONSTRAINT review_requests_pkey PRIMARY KEY (booking_id),
  CONSTRAINT review_requests_begun_stay CHECK ((num_nulls(begun_property_id, begun_checkin, begun_checkout) = ANY (ARRAY[0, 3]))),
  CONSTRAINT review_requests_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT review_requests_token_hash_key UNIQUE (token_hash)
);
COMMENT ON CONSTRAINT review_requests_begun_stay ON review_requests IS 'A stay that has begun is stored with home, check-in and check-out, or not at all.';
CREATE INDEX review_requests_sent ON public.review_requests USING btree (sent_at DESC) WHERE (sent_at IS NOT NULL);
CREATE INDEX review_requests_to_remind ON public.review_requests USING btree (sent_at) WHERE ((sent_at IS NOT NULL) AND (reminded_at IS NULL) AND is_open);
CREATE INDEX review_requests_to_send ON public.review_requests USING btree (due_at) WHERE ((sent_at IS NULL) AND is_open);
CREATE INDEX review_requests_without_token ON public.review_requests USING btree (booking_id) WHERE (token_hash IS NULL);

CREATE TABLE reviews (
  id integer NOT NULL,
  guest_name text NOT NULL,
  guest_photo_url text DEFAULT ''::text NOT NULL,
  rating integer NOT NULL,
  review_html text NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  subject text DEFAULT 'home'::text NOT NULL,
  kind text DEFAULT 'example'::text NOT NULL,
  booking_id uuid,
  property_id uuid,
  stay_month text,
  private_note text DEFAULT ''::text NOT NULL,
  published_at timestamp with time zone,
  edited_at timestamp with time zone,
  hidden_at timestamp with time zone,
  hidden_reason text,
  reply text DEFAULT ''::text NOT NULL,
  replied_at timestamp with time zone,
  CONSTRAINT reviews_pkey PRIMARY KEY (id),
  CONSTRAINT reviews_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT reviews_booking_id_key UNIQUE (booking_id),
  CONSTRAINT reviews_hidden_reason_check CHECK ((hidden_reason = ANY (ARRAY['names_a_person'::text, 'abusive'::text, 'not_about_the_stay'::text, 'proven_false'::text, 'asked_by_author'::text]))),
  CONSTRAINT reviews_hidden_with_reason CHECK (((hidden_at IS NULL) = (hidden_reason IS NULL))),
  CONSTRAINT reviews_kind_check CHECK ((kind = ANY (ARRAY['stay'::text, 'example'::text]))),
  CONSTRAINT reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  CONSTRAINT reviews_stay_has_booking CHECK (((kind = 'stay'::text) = (booking_id IS NOT NULL))),
  CONSTRAINT reviews_stay_month_check CHECK ((stay_month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text)),
  CONSTRAINT reviews_subject_check CHECK ((subject = ANY (ARRAY['home'::text, 'hosts'::text])))
);
COMMENT ON CONSTRAINT reviews_hidden_with_reason ON reviews IS 'A hidden review has a reason.';
COMMENT ON CONSTRAINT reviews_stay_has_booking ON reviews IS 'A review of a stay belongs to a booking, an example to none.';
CREATE INDEX reviews_by_stars ON public.reviews USING btree (rating) WHERE (kind = 'stay'::text);
CREATE INDEX reviews_examples ON public.reviews USING btree ("position", id) WHERE (kind = 'example'::text);
CREATE INDEX reviews_hidden ON public.reviews USING btree (hidden_at DESC, id DESC) WHERE (hidden_at IS NOT NULL);
CREATE INDEX reviews_newest ON public.reviews USING btree (published_at DESC, id DESC) WHERE (kind = 'stay'::text);
CREATE INDEX reviews_of_home ON public.reviews USING btree (property_id, published_at DESC, id DESC) WHERE (kind = 'stay'::text);
CREATE INDEX reviews_of_home_by_stars ON public.reviews USING btree (property_id, rating, published_at DESC, id DESC) WHERE (kind = 'stay'::text);
CREATE INDEX reviews_replied ON public.reviews USING btree (replied_at DESC, id DESC) WHERE ((kind = 'stay'::text) AND (reply <> ''::text));
CREATE INDEX reviews_waiting ON public.reviews USING btree (published_at DESC, id DESC) WHERE ((kind = 'stay'::text) AND (reply = ''::text) AND (hidden_at IS NULL));
CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.reviews FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
CREATE TRIGGER set_stay BEFORE INSERT OR UPDATE OF booking_id ON public.reviews FOR EACH ROW WHEN ((new.booking_id IS NOT NULL)) EXECUTE FUNCTION set_review_stay();

CREATE TABLE saved_views (
  id uuid NOT NULL,
  table_name text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT saved_views_pkey PRIMARY KEY (id),
  CONSTRAINT saved_views_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  CONSTRAINT saved_views_query_check CHECK ((char_length(query) <= 8000))
);
CREATE UNIQUE INDEX saved_views_name ON public.saved_views USING btree (table_name, lower(name));

CREATE TABLE scheduled_messages (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  rule_id uuid NOT NULL,
  booking_id uuid NOT NULL,
  due_at timestamp with time zone NOT NULL,
  planned_for timestamp with time zone NOT NULL,
  status text DEFAULT 'planned'::text NOT NULL,
  reason text,
  subject text DEFAULT ''::text NOT NULL,
  sent_at timestamp with time zone,
  waits_until date,
  message_id uuid,
  CONSTRAINT scheduled_messages_pkey PRIMARY KEY (id),
  CONSTRAINT scheduled_messages_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT scheduled_messages_once UNIQUE (booking_id, rule_id),
  CONSTRAINT scheduled_messages_reason_check CHECK ((reason = ANY (ARRAY['late'::text, 'by_host'::text, 'not_paid'::text, 'no_address'::text, 'stay_cancelled'::text, 'rule_off'::text, 'rule_deleted'::text, 'other_home'::text, 'moment_over'::text, 'too_late'::text, 'restored'::text]))),
  CONSTRAINT scheduled_messages_sent CHECK (((status = 'sent'::text) = (sent_at IS NOT NULL))),
  CONSTRAINT scheduled_messages_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'sent'::text, 'skipped'::text, 'cancelled'::text])))
);
COMMENT ON CONSTRAINT scheduled_messages_once ON scheduled_messages IS 'A rule sends a booking one message.';
COMMENT ON CONSTRAINT scheduled_messages_sent ON scheduled_messages IS 'A message is sent exactly when it has the moment of its sending.';
CREATE INDEX scheduled_messages_due ON public.scheduled_messages USING btree (due_at, id) WHERE ((status = 'planned'::text) AND (reason IS NULL));
CREATE INDEX scheduled_messages_forecast ON public.scheduled_messages USING btree (due_at, id);
CREATE INDEX scheduled_messages_rule ON public.scheduled_messages USING btree (rule_id, booking_id) WHERE (status = 'planned'::text);
CREATE INDEX scheduled_messages_waiting ON public.scheduled_messages USING btree (waits_until) WHERE ((status = 'planned'::text) AND (reason = 'not_paid'::text));

CREATE TABLE served_nights (
  link_id uuid NOT NULL,
  source_kind text NOT NULL,
  source_id uuid NOT NULL,
  nights daterange NOT NULL,
  served_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT served_nights_pkey PRIMARY KEY (link_id, source_kind, source_id),
  CONSTRAINT served_nights_link_id_fkey FOREIGN KEY (link_id) REFERENCES calendar_links(id) ON DELETE CASCADE,
  CONSTRAINT served_nights_nights_check CHECK ((NOT isempty(nights))),
  CONSTRAINT served_nights_source_kind_check CHECK ((source_kind = ANY (ARRAY['booking'::text, 'block'::text, 'event'::text])))
);

CREATE TABLE sessions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  method text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
  authenticated_at timestamp with time zone DEFAULT now() NOT NULL,
  user_agent text DEFAULT ''::text NOT NULL,
  network text DEFAULT ''::text NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_method_check CHECK ((method = ANY (ARRAY['code'::text, 'google'::text, 'passkey'::text]))),
  CONSTRAINT sessions_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_last_seen ON public.sessions USING btree (last_seen_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id, last_seen_at DESC);

CREATE TABLE site_settings (
  id integer NOT NULL,
  business_name text NOT NULL,
  town text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  video_url text DEFAULT ''::text NOT NULL,
  video_headline text DEFAULT ''::text NOT NULL,
  video_poster_url text DEFAULT ''::text NOT NULL,
  banner_url text DEFAULT ''::text NOT NULL,
  map_query text DEFAULT ''::text NOT NULL,
  map_picture_url text DEFAULT ''::text NOT NULL,
  guest_experience_host_picture_url text DEFAULT ''::text NOT NULL,
  property_manager_host_picture_url text DEFAULT ''::text NOT NULL,
  review_rating numeric(3,2) NOT NULL,
  review_count integer NOT NULL,
  social_facebook_url text DEFAULT ''::text NOT NULL,
  social_instagram_url text DEFAULT ''::text NOT NULL,
  social_tiktok_url text DEFAULT ''::text NOT NULL,
  terms_url text DEFAULT ''::text NOT NULL,
  privacy_url text DEFAULT ''::text NOT NULL,
  credit_label text DEFAULT ''::text NOT NULL,
  credit_url text DEFAULT ''::text NOT NULL,
  copyright_year integer NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  takes_bank_debits boolean DEFAULT false NOT NULL,
  opened_at timestamp with time zone,
  closed_note text DEFAULT ''::text NOT NULL,
  legal_name text DEFAULT ''::text NOT NULL,
  legal_address text DEFAULT ''::text NOT NULL,
  CONSTRAINT site_settings_pkey PRIMARY KEY (id),
  CONSTRAINT site_settings_closed_note_check CHECK ((char_length(closed_note) <= 300)),
  CONSTRAINT site_settings_id_check CHECK ((id = 1)),
  CONSTRAINT site_settings_review_count_check CHECK ((review_count >= 0)),
  CONSTRAINT site_settings_review_rating_check CHECK (((review_rating >= (0)::numeric) AND (review_rating <= (5)::numeric)))
);
CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.site_settings FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE TABLE stay_months (
  booking_id uuid NOT NULL,
  property_id uuid NOT NULL,
  month date NOT NULL,
  first_night date NOT NULL,
  nights integer NOT NULL,
  rent_cents bigint NOT NULL,
  stay_nights integer,
  days_ahead integer,
  booked_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  is_cancelled boolean DEFAULT false NOT NULL,
  CONSTRAINT stay_months_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT stay_months_check CHECK (((NOT is_cancelled) OR (ended_at IS NOT NULL))),
  CONSTRAINT stay_months_nights_check CHECK ((nights > 0)),
  CONSTRAINT stay_months_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE
);
COMMENT ON CONSTRAINT stay_months_check ON stay_months IS 'The months of a cancelled stay have ended.';
CREATE INDEX stay_months_booking ON public.stay_months USING btree (booking_id);
CREATE INDEX stay_months_month ON public.stay_months USING btree (month, property_id) INCLUDE (nights, rent_cents, stay_nights, days_ahead, booked_at, ended_at, is_cancelled);

CREATE TABLE stripped_videos (
  media_id uuid NOT NULL,
  stripped_at timestamp with time zone NOT NULL,
  version smallint DEFAULT 1 NOT NULL,
  CONSTRAINT stripped_videos_pkey PRIMARY KEY (media_id),
  CONSTRAINT stripped_videos_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE
);

CREATE TABLE taxes (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  property_id uuid,
  label text NOT NULL,
  jurisdiction text NOT NULL,
  percent numeric(6,3) NOT NULL,
  step integer DEFAULT 1 NOT NULL,
  first_night date,
  last_night date,
  max_nights integer,
  description text DEFAULT ''::text NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  is_example boolean DEFAULT false NOT NULL,
  CONSTRAINT taxes_pkey PRIMARY KEY (id),
  CONSTRAINT taxes_jurisdiction_check CHECK (((char_length(jurisdiction) >= 1) AND (char_length(jurisdiction) <= 100))),
  CONSTRAINT taxes_label_check CHECK (((char_length(label) >= 1) AND (char_length(label) <= 100))),
  CONSTRAINT taxes_max_nights_check CHECK (((max_nights >= 1) AND (max_nights <= 730))),
  CONSTRAINT taxes_nights_fit CHECK ((last_night >= first_night)),
  CONSTRAINT taxes_percent_check CHECK (((percent >= (0)::numeric) AND (percent <= (100)::numeric))),
  CONSTRAINT taxes_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  CONSTRAINT taxes_step_check CHECK (((step >= 1) AND (step <= 9)))
);
COMMENT ON CONSTRAINT taxes_nights_fit ON taxes IS 'A tax ends on or after its first night.';
CREATE INDEX taxes_property ON public.taxes USING btree (property_id);

CREATE TABLE threads (
  id uuid NOT NULL,
  kind text NOT NULL,
  status text DEFAULT 'new'::text NOT NULL,
  reply_token text DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text) NOT NULL,
  is_unread boolean DEFAULT true NOT NULL,
  waiting_since timestamp with time zone,
  alarmed_at timestamp with time zone,
  last_message_at timestamp with time zone DEFAULT now() NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  host_reply_token text DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text) NOT NULL,
  property_id uuid,
  CONSTRAINT threads_pkey PRIMARY KEY (id),
  CONSTRAINT threads_host_reply_token_key UNIQUE (host_reply_token),
  CONSTRAINT threads_kind_check CHECK ((kind = ANY (ARRAY['inquiry'::text, 'booking'::text]))),
  CONSTRAINT threads_reply_token_key UNIQUE (reply_token),
  CONSTRAINT threads_status_check CHECK ((status = ANY (ARRAY['new'::text, 'open'::text, 'answered'::text, 'closed'::text])))
);
CREATE INDEX threads_last_message ON public.threads USING btree (last_message_at DESC, id);
CREATE INDEX threads_property ON public.threads USING btree (property_id, id) WHERE (property_id IS NOT NULL);
CREATE INDEX threads_status ON public.threads USING btree (status, last_message_at DESC, id);
CREATE INDEX threads_unread ON public.threads USING btree (last_message_at DESC, id) WHERE is_unread;
CREATE INDEX threads_waiting ON public.threads USING btree (waiting_since) WHERE (waiting_since IS NOT NULL);
CREATE TRIGGER log_ended_address AFTER UPDATE OF reply_token, host_reply_token ON public.threads FOR EACH ROW WHEN (((old.reply_token <> new.reply_token) OR (old.host_reply_token <> new.host_reply_token))) EXECUTE FUNCTION log_ended_reply_address();
CREATE TRIGGER set_property BEFORE INSERT ON public.threads FOR EACH ROW EXECUTE FUNCTION set_thread_property();

CREATE TABLE turnover_changes (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  cleaner_id uuid NOT NULL,
  property_id uuid NOT NULL,
  departs_on date NOT NULL,
  before jsonb,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT turnover_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX turnover_changes_cleaner ON public.turnover_changes USING btree (cleaner_id, created_at);

CREATE TABLE turnover_reports (
  turnover_id uuid NOT NULL,
  idempotency_key text NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT turnover_reports_pkey PRIMARY KEY (turnover_id, idempotency_key),
  CONSTRAINT turnover_reports_turnover_id_fkey FOREIGN KEY (turnover_id) REFERENCES turnovers(id) ON DELETE CASCADE
);

CREATE TABLE turnovers (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  property_id uuid NOT NULL,
  departs_on date NOT NULL,
  arrives_on date,
  cleaner_id uuid,
  status text DEFAULT 'todo'::text NOT NULL,
  is_same_day boolean DEFAULT false NOT NULL,
  guests integer,
  pets integer,
  note text DEFAULT ''::text NOT NULL,
  report text DEFAULT ''::text NOT NULL,
  photos text[] DEFAULT '{}'::text[] NOT NULL,
  done_at timestamp with time zone,
  alarmed_for date,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  before_done jsonb,
  undone_at timestamp with time zone,
  late_check_out text,
  early_check_in text,
  CONSTRAINT turnovers_pkey PRIMARY KEY (id),
  CONSTRAINT turnovers_cleaner_id_fkey FOREIGN KEY (cleaner_id) REFERENCES cleaners(id) ON DELETE SET NULL,
  CONSTRAINT turnovers_note_check CHECK ((char_length(note) <= 2000)),
  CONSTRAINT turnovers_once UNIQUE (property_id, departs_on),
  CONSTRAINT turnovers_photos_check CHECK ((cardinality(photos) <= 6)),
  CONSTRAINT turnovers_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE,
  CONSTRAINT turnovers_report_check CHECK ((char_length(report) <= 4000)),
  CONSTRAINT turnovers_status_check CHECK ((status = ANY (ARRAY['todo'::text, 'done'::text, 'problem'::text])))
);
COMMENT ON CONSTRAINT turnovers_once ON turnovers IS 'A home has one turnover on a day of departure.';
CREATE INDEX turnovers_arrival ON public.turnovers USING btree (property_id, arrives_on);
CREATE INDEX turnovers_cleaner ON public.turnovers USING btree (cleaner_id, departs_on);
CREATE INDEX turnovers_cleaner_arrival ON public.turnovers USING btree (cleaner_id, arrives_on);
CREATE INDEX turnovers_day ON public.turnovers USING btree (departs_on);
CREATE INDEX turnovers_not_ready ON public.turnovers USING btree (arrives_on) WHERE (status <> 'done'::text);
CREATE TRIGGER complete_turnover BEFORE INSERT OR UPDATE ON public.turnovers FOR EACH ROW EXECUTE FUNCTION complete_turnover();
CREATE TRIGGER log_added AFTER INSERT OR DELETE ON public.turnovers FOR EACH ROW EXECUTE FUNCTION log_turnover_change();
CREATE TRIGGER log_changed AFTER UPDATE ON public.turnovers FOR EACH ROW WHEN ((((((old.cleaner_id IS DISTINCT FROM new.cleaner_id) OR (old.property_id IS DISTINCT FROM new.property_id)) OR (old.departs_on IS DISTINCT FROM new.departs_on)) OR (turnover_facts(old.*) IS DISTINCT FROM turnover_facts(new.*))) OR ((old.status = 'done'::text) AND (new.status <> 'done'::text)))) EXECUTE FUNCTION log_turnover_change();

CREATE TABLE unknown_payments (
  payment_id text NOT NULL,
  booking_id uuid,
  booking_code text,
  amount_cents bigint NOT NULL,
  refunded_cents bigint DEFAULT 0 NOT NULL,
  currency text NOT NULL,
  description text NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  done_at timestamp with time zone,
  done_by uuid,
  done_note text DEFAULT ''::text NOT NULL,
  dispute_id text,
  dispute_status text,
  checkout_id uuid,
  CONSTRAINT unknown_payments_pkey PRIMARY KEY (payment_id),
  CONSTRAINT unknown_payments_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT unknown_payments_check CHECK (((done_at IS NOT NULL) OR ((done_by IS NULL) AND (done_note = ''::text)))),
  CONSTRAINT unknown_payments_check1 CHECK (((dispute_id IS NULL) = (dispute_status IS NULL))),
  CONSTRAINT unknown_payments_check2 CHECK ((num_nonnulls(booking_id, checkout_id) = 1)),
  CONSTRAINT unknown_payments_check3 CHECK (((booking_id IS NULL) = (booking_code IS NULL))),
  CONSTRAINT unknown_payments_done_by_fkey FOREIGN KEY (done_by) REFERENCES users(id) ON DELETE SET NULL
);
COMMENT ON CONSTRAINT unknown_payments_check ON unknown_payments IS 'Only what is done has who did it, and a note.';
COMMENT ON CONSTRAINT unknown_payments_check1 ON unknown_payments IS 'A disputed payment has the dispute and its status, or neither.';
COMMENT ON CONSTRAINT unknown_payments_check2 ON unknown_payments IS 'An unknown payment belongs to a booking or to a purchase.';
COMMENT ON CONSTRAINT unknown_payments_check3 ON unknown_payments IS 'The code of a booking stands beside its id.';

CREATE TABLE users (
  id uuid NOT NULL,
  email text NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  role text DEFAULT 'guest'::text NOT NULL,
  google_issuer text,
  google_subject text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_check CHECK (((google_issuer IS NULL) = (google_subject IS NULL))),
  CONSTRAINT users_email_check CHECK (((email = lower(email)) AND ((char_length(email) >= 3) AND (char_length(email) <= 254)))),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_google_issuer_google_subject_key UNIQUE (google_issuer, google_subject),
  CONSTRAINT users_name_check CHECK ((char_length(name) <= 200)),
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['guest'::text, 'admin'::text])))
);
COMMENT ON CONSTRAINT users_check ON users IS 'A Google account is known by issuer and subject together.';
CREATE TRIGGER log_deleted AFTER DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION log_deleted_access('account');

CREATE TABLE waitlist_entries (
  id uuid NOT NULL,
  property_id uuid NOT NULL,
  email text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  notified_at timestamp with time zone,
  checkin date,
  checkout date,
  guests integer,
  CONSTRAINT waitlist_entries_pkey PRIMARY KEY (id),
  CONSTRAINT notify_requests_email_check CHECK ((char_length(email) <= 254)),
  CONSTRAINT waitlist_entries_guests_check CHECK (((guests >= 1) AND (guests <= 20))),
  CONSTRAINT waitlist_entries_nights_fit CHECK ((((checkin IS NULL) = (checkout IS NULL)) AND (checkout > checkin))),
  CONSTRAINT waitlist_entries_once UNIQUE NULLS NOT DISTINCT (property_id, email, checkin, checkout),
  CONSTRAINT waitlist_entries_property_id_fkey FOREIGN KEY (property_id) REFERENCES properties(id) ON DELETE CASCADE
);
COMMENT ON CONSTRAINT waitlist_entries_nights_fit ON waitlist_entries IS 'A wish for nights has both days, in order; without days it is for any time.';
COMMENT ON CONSTRAINT waitlist_entries_once ON waitlist_entries IS 'An address waits once for the same home and nights.';
CREATE INDEX waitlist_entries_email ON public.waitlist_entries USING btree (email);
CREATE INDEX waitlist_entries_nights ON public.waitlist_entries USING btree (property_id, checkin) WHERE (checkin IS NOT NULL);

CREATE TABLE webauthn_challenges (
  id uuid NOT NULL,
  binding_hash bytea NOT NULL,
  user_id uuid,
  purpose text NOT NULL,
  challenge text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (id),
  CONSTRAINT passkey_challenges_browser_hash_check CHECK ((octet_length(binding_hash) = 32)),
  CONSTRAINT passkey_challenges_browser_hash_key UNIQUE (binding_hash),
  CONSTRAINT passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'sign-in'::text, 'renew'::text]))),
  CONSTRAINT passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX webauthn_challenges_expires ON public.webauthn_challenges USING btree (expires_at);

CREATE TABLE webhook_events (
  id text NOT NULL,
  type text NOT NULL,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT webhook_events_pkey PRIMARY KEY (id)
);

CREATE TABLE withheld_arrivals (
  booking_id uuid NOT NULL,
  property_id uuid NOT NULL,
  checkin date NOT NULL,
  CONSTRAINT withheld_arrivals_pkey PRIMARY KEY (booking_id),
  CONSTRAINT withheld_arrivals_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE
);

CREATE VIEW booking_money AS
 SELECT bookings.id AS booking_id,
    ledger.charges,
    ledger.refunds,
    ledger.lost,
    ((ledger.charges - ledger.refunds) - ledger.lost) AS paid,
    orders.pending,
    orders.waived,
    ( SELECT (COALESCE(sum(disputes.amount_cents), (0)::numeric))::bigint AS "coalesce"
           FROM disputes
          WHERE ((disputes.booking_id = bookings.id) AND (disputes.status = ANY (ARRAY['needs_response'::text, 'under_review'::text])))) AS disputed,
    booking_open_cents(bookings.status, bookings.total_cents, ((ledger.charges - ledger.refunds) - ledger.lost), orders.pending, orders.waived) AS open,
    orders.unexplained,
    LEAST(booking_open_cents(bookings.status, bookings.total_cents, ((ledger.charges - ledger.refunds) - ledger.lost), orders.pending, orders.waived), ( SELECT (COALESCE(sum(booking_extras.due_cents), (0)::numeric))::bigint AS "coalesce"
           FROM booking_extras
          WHERE ((booking_extras.booking_id = bookings.id) AND (booking_extras.status = 'open'::text)))) AS alone
   FROM ((bookings
     CROSS JOIN LATERAL ( SELECT (COALESCE(sum(payments.amount_cents) FILTER (WHERE (payments.kind = 'charge'::text)), (0)::numeric))::bigint AS charges,
            (COALESCE(sum(payments.amount_cents) FILTER (WHERE (payments.kind = 'refund'::text)), (0)::numeric))::bigint AS refunds,
            (COALESCE(sum(payments.amount_cents) FILTER (WHERE (payments.kind = 'dispute'::text)), (0)::numeric))::bigint AS lost
           FROM payments
          WHERE (payments.booking_id = bookings.id)) ledger)
     CROSS JOIN LATERAL ( SELECT (COALESCE(sum(refund_orders.amount_cents) FILTER (WHERE (refund_orders.status = 'pending'::text)), (0)::numeric))::bigint AS pending,
            (COALESCE(sum((refund_orders.amount_cents - refund_orders.overpaid_cents)) FILTER (WHERE ((refund_orders.kind = 'hosts'::text) AND (refund_orders.status <> 'failed'::text))), (0)::numeric))::bigint AS waived,
            (COALESCE(sum(refund_orders.amount_cents) FILTER (WHERE (refund_orders.is_lost AND (refund_orders.status <> 'failed'::text))), (0)::numeric))::bigint AS unexplained
           FROM refund_orders
          WHERE (refund_orders.booking_id = bookings.id)) orders);

CREATE VIEW real_stays AS
 SELECT bookings.property_id,
    bookings.checkin,
    bookings.checkout,
    bookings.guests,
    bookings.pets
   FROM bookings
  WHERE (bookings.status = 'confirmed'::text)
UNION ALL
 SELECT feed_events.property_id,
    feed_events.checkin,
    feed_events.checkout,
    NULL::integer AS guests,
    NULL::integer AS pets
   FROM feed_events
  WHERE ((feed_events.kind = 'reservation'::text) AND (NOT feed_events.is_echo));

CREATE OR REPLACE FUNCTION public.anonymize_review()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from review_requests where booking_id = new.id;
  update audit_log set before = before - 'private_note', after = after - 'private_note'
  where table_name = 'reviews' and row_id in (select id::text from reviews where booking_id = new.id);
  update reviews set private_note = '' where booking_id = new.id and private_note <> '';
  return null;
end $function$
;
COMMENT ON FUNCTION anonymize_review() IS 'Deletes what a review still says about a guest whose booking was anonymized: the private note and the request.';

CREATE OR REPLACE FUNCTION public.anonymize_scheduled_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update scheduled_messages set subject = '' where booking_id = new.id and subject <> '';
  update booking_events set details = details - 'subject'
  where booking_id = new.id and event = 'mail_queued' and details ? 'message' and details ? 'subject';
  return null;
end $function$
;
COMMENT ON FUNCTION anonymize_scheduled_messages() IS 'Empties the subjects of scheduled messages, which may name the guest, when the booking is anonymized.';

CREATE OR REPLACE FUNCTION public.anonymize_thread()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update messages set author = case direction when 'out' then author else 'Deleted account' end,
    author_email = case direction when 'out' then author_email else '' end,
    text = '', original_text = null, attachments = '{}', mail_id = null
  where thread_id = new.id;
  update threads set status = 'closed', waiting_since = null, is_unread = false where id = new.id;
  return null;
end $function$
;
COMMENT ON FUNCTION anonymize_thread() IS 'Empties a conversation and closes it when its booking or inquiry is anonymized; hosts stay named as authors.';

CREATE OR REPLACE FUNCTION public.are_weekdays(days text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select days <@ array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] $function$
;
COMMENT ON FUNCTION are_weekdays(text[]) IS 'Tells whether every element is a weekday: mon, tue, wed, thu, fri, sat or sun.';

CREATE OR REPLACE FUNCTION public.assign_cleaner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update turnovers set cleaner_id = new.cleaner_id, updated_at = now()
  where property_id = new.id and departs_on >= today_at_property() - 7 and status = 'todo'
    and (cleaner_id is null or cleaner_id = old.cleaner_id);
  return null;
end $function$
;
COMMENT ON FUNCTION assign_cleaner() IS 'Gives a home''s open turnovers to its new cleaner, except those that hosts gave to somebody else.';

CREATE OR REPLACE FUNCTION public.booking_open_cents(status text, total bigint, paid bigint, pending bigint, waived bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((status = ANY (ARRAY['held'::text, 'requested'::text, 'confirmed'::text])) AND ((((total - waived) - paid) + pending) >= 50)) THEN (((total - waived) - paid) + pending) ELSE (0)::bigint END
;
COMMENT ON FUNCTION booking_open_cents(text,bigint,bigint,bigint,bigint) IS 'Computes what is still to be paid for a booking, in cents; 0 below 50 cents, which no card can pay.';

CREATE OR REPLACE FUNCTION public.booking_search_text(code text, name text, email text, phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((fold_search(((((code || ' '::text) || name) || ' '::text) || email)) || ' '::text) || phone_digits(phone))
;
COMMENT ON FUNCTION booking_search_text(text,text,text,text) IS 'Builds the text in which hosts search bookings: code, name, e-mail and the phone''s digits, folded.';

CREATE OR REPLACE FUNCTION public.change_turnovers(home uuid, before daterange[], after daterange[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  today constant date := today_at_property();
  ended constant date[] := array(
    select upper(nights) from unnest(before) as nights where is_slept_in(lower(nights), upper(nights))
  );
begin
  if ended <> '{}' or exists (
    select from unnest(after) as nights where lower(nights) < today and upper(nights) > today
  ) then
    perform keep_turnover_of_today(home, ended);
  end if;
  perform keep_turnovers(
    home,
    array(
      -- Of people who slept there the check-in does not count: the turnover before it was for them.
      select case when is_slept_in(lower(nights), upper(nights)) then today else lower(nights) end
      from unnest(before) as nights
      union all
      select lower(nights) from unnest(after) as nights
    ),
    array(
      select upper(nights) from unnest(before) as nights
      where not (is_slept_in(lower(nights), upper(nights)) and upper(nights) = today)
      union all
      select upper(nights) from unnest(after) as nights
    )
  );
end $function$
;
COMMENT ON FUNCTION change_turnovers(uuid,daterange[],daterange[]) IS 'Updates a home''s turnovers after stays changed; a stay that is under way and ends early leaves today.';

CREATE OR REPLACE FUNCTION public.check_extra_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  home record;
begin
  if new.moment <> 'none' and new.clock_time is null then
    raise exception 'An early check-in or late check-out needs its time'
      using errcode = 'check_violation', column = 'clock_time';
  end if;
  if new.moment = 'none' or new.property_id is null then return new; end if;
  select check_in_from, check_out_until into home from properties where id = new.property_id;
  if new.moment = 'late_check_out' and not (new.clock_time > home.check_out_until and new.clock_time <= home.check_in_from) then
    raise exception 'A late check-out is after the check-out of the home (%) and at the latest at its check-in (%)',
      home.check_out_until, home.check_in_from using errcode = 'check_violation', column = 'clock_time';
  end if;
  if new.moment = 'early_check_in' and not (new.clock_time < home.check_in_from
    and home.check_in_from::time - new.clock_time::time <= interval '4 hours') then
    raise exception 'An early check-in is before the check-in of the home (%), by 4 hours at most', home.check_in_from
      using errcode = 'check_violation', column = 'clock_time';
  end if;
  return new;
end $function$
;
COMMENT ON FUNCTION check_extra_time() IS 'Rejects a time of an extra that does not fit the home that it is for.';

CREATE OR REPLACE FUNCTION public.commit_counter_asynchronously()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('synchronous_commit', 'off', true);
  return null;
end $function$
;
COMMENT ON FUNCTION commit_counter_asynchronously() IS 'Lets a transaction that only counts a request commit without waiting for the disk.';

CREATE OR REPLACE FUNCTION public.complete_extra()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.kind <> 'per_item' then new.max_quantity := 1; end if;
  if new.moment = 'none' then new.clock_time := null; else new.needs_approval := true; end if;
  return new;
end $function$
;
COMMENT ON FUNCTION complete_extra() IS 'Sets what follows from the kind and the moment of an extra: one piece, no time, approval by hosts.';

CREATE OR REPLACE FUNCTION public.complete_tax_bases()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.price := with_tax_bases(new.price);
  return new;
end $function$
;
COMMENT ON FUNCTION complete_tax_bases() IS 'Adds the taxed amount to each tax line of a price that an older release stored without it.';

CREATE OR REPLACE FUNCTION public.complete_turnover()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  if tg_op = 'INSERT' and current_setting('pcb.restoring', true) = 'on' then
    delete from turnovers where property_id = new.property_id and departs_on = new.departs_on;
  end if;
  new.is_same_day := coalesce(new.arrives_on = new.departs_on, false);
  new.late_check_out := (
    select max(late_check_out) from bookings
    where property_id = new.property_id and checkout = new.departs_on and status = 'confirmed'
  );
  new.early_check_in := (
    select min(early_check_in) from bookings
    where property_id = new.property_id and checkin = new.arrives_on and status = 'confirmed'
  );
  return new;
end $function$
;
COMMENT ON FUNCTION complete_turnover() IS 'Replaces a turnover of the same departure while a backup is restored, and computes whether the next guests come the same day.';

CREATE OR REPLACE FUNCTION public.date_message_rule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('pcb.restoring', true) is distinct from 'on' then
    new.effective_at := clock_timestamp();
  end if;
  return new;
end $function$
;
COMMENT ON FUNCTION date_message_rule() IS 'Sets the moment from which a changed message rule applies.';

CREATE OR REPLACE FUNCTION public.days_ahead(checkin date, booked_at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select greatest(0, checkin - (booked_at at time zone 'America/Chicago')::date) $function$
;
COMMENT ON FUNCTION days_ahead(date,timestamp with time zone) IS 'Counts the days from a booking to its check-in, by the calendar of the homes; at least 0.';

CREATE OR REPLACE FUNCTION public.delete_ended_block()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from channel_nights where event_id = new.event_id and kind = 'block' and ended_at is not null;
  return null;
end $function$
;
COMMENT ON FUNCTION delete_ended_block() IS 'Deletes a channel''s closed nights from the statistics when they end: only stays have a history.';

CREATE OR REPLACE FUNCTION public.end_channel_nights(events uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with today as (
    select (now() at time zone 'America/Chicago')::date as day
  ), ended as (
    update channel_nights set ended_at = now()
    from today where event_id = any (events) and ended_at is null and upper(nights) > day
    returning channel_nights.*
  )
  insert into channel_nights (event_id, feed_id, property_id, channel, kind, nights, booked_at)
  select event_id, feed_id, property_id, channel, kind, daterange(lower(nights), day), booked_at
  from ended, today
  where lower(nights) < day and exists (select from properties where properties.id = ended.property_id)
$function$
;
COMMENT ON FUNCTION end_channel_nights(uuid[]) IS 'Ends the statistics of channel events that are gone or changed; nights before today stay counted.';

CREATE OR REPLACE FUNCTION public.end_cleaning_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.link_version := old.link_version + 1;
  new.token_hash := null;
  return new;
end $function$
;
COMMENT ON FUNCTION end_cleaning_link() IS 'Ends a cleaner''s link when the e-mail address changes or the cleaner is switched off.';

CREATE OR REPLACE FUNCTION public.end_review_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update review_requests set token_hash = null where booking_id = new.id;
  return null;
end $function$
;
COMMENT ON FUNCTION end_review_link() IS 'Ends the link of a review when the link of its booking is renewed.';

CREATE OR REPLACE FUNCTION public.fold_search(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (octet_length(words) = char_length(words)) THEN lower(words) ELSE replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(words, NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text)), 'øłđðı’‘'::text, 'olddi'''''::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END
;
COMMENT ON FUNCTION fold_search(text) IS 'Folds text for searching: lower case, without accents.';

CREATE OR REPLACE FUNCTION public.follow_booking_property()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update threads set property_id = new.property_id where id = new.id;
  return null;
end $function$
;
COMMENT ON FUNCTION follow_booking_property() IS 'Moves a booking''s conversation along when the booking moves to another home.';

CREATE OR REPLACE FUNCTION public.follow_inquiry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status <> old.status then
    update threads set status = thread_status(new.status), alarmed_at = null,
      waiting_since = case new.status when 'new' then coalesce(waiting_since, new.created_at) end
    where id = new.id and thread_status(new.status)
      is distinct from case when status = 'open' then 'new' else status end;
  end if;
  if new.created_at <> old.created_at then
    update threads set waiting_since = new.created_at where id = new.id and waiting_since = old.created_at;
    update messages set created_at = new.created_at where thread_id = new.id and created_at = old.created_at;
  end if;
  return null;
end $function$
;
COMMENT ON FUNCTION follow_inquiry() IS 'Updates an inquiry''s conversation when hosts edit the inquiry''s row.';

CREATE OR REPLACE FUNCTION public.freeze_begun_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  insert into review_requests (booking_id, due_at, begun_property_id, begun_checkin, begun_checkout)
  select old.id, review_due_at(old.checkout), old.property_id, old.checkin, old.checkout
  from quotes
  where id = old.quote_id and (old.checkin + check_in_from::time) at time zone 'America/Chicago'
    <= coalesce(case when new.status = 'cancelled' then new.cancelled_at end, now())
  on conflict (booking_id) do update
  set begun_property_id = excluded.begun_property_id, begun_checkin = excluded.begun_checkin,
    begun_checkout = excluded.begun_checkout
  where review_requests.begun_checkin is null;
  return null;
end $function$
;
COMMENT ON FUNCTION freeze_begun_stay() IS 'Stores home and nights of a stay that has begun, so that a later move or cancellation keeps its review there.';

CREATE OR REPLACE FUNCTION public.inquiry_search_text(name text, email text, home text, phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((fold_search(((((name || ' '::text) || email) || ' '::text) || home)) || ' '::text) || phone_digits(phone))
;
COMMENT ON FUNCTION inquiry_search_text(text,text,text,text) IS 'Builds the text in which hosts search inquiries: name, e-mail, home and the phone''s digits, folded.';

CREATE OR REPLACE FUNCTION public.is_slept_in(checkin date, checkout date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select checkin < today_at_property() and checkout >= today_at_property() $function$
;
COMMENT ON FUNCTION is_slept_in(date,date) IS 'Tells whether guests of these nights are in the home today: they came before today and leave today or later.';

CREATE OR REPLACE FUNCTION public.keep_turnover_of_today(home uuid, ended date[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  today constant date := today_at_property();
  day date;
  leaves date;
begin
  perform lock_turnovers(home);
  leaves := (select min(checkout) from real_stays where property_id = home and checkin < today and checkout >= today);
  if leaves > today then
    -- People sleep there on: nobody has left, or they are back.
    perform move_turnover(home, today, leaves);
    delete from turnovers where property_id = home and departs_on = today and status = 'todo';
  elsif leaves is null and ended <> '{}' then
    for day in select distinct checkout from unnest(ended) as checkout order by checkout loop
      perform move_turnover(home, day, today);
    end loop;
    insert into turnovers (property_id, departs_on, cleaner_id)
    select home, today, cleaner_id from properties
    where id = home and not exists (select from turnovers where property_id = home and departs_on = today);
  end if;
end $function$
;
COMMENT ON FUNCTION keep_turnover_of_today(uuid,date[]) IS 'Moves, makes or deletes the turnover of today when a stay that is under way ends earlier or later.';

CREATE OR REPLACE FUNCTION public.keep_turnovers(home uuid, checkins date[], checkouts date[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  first_checkin constant date := (select min(day) from unnest(checkins) as day);
  last_checkin constant date := (select max(day) from unnest(checkins) as day);
  departures date[];
  concerned uuid[];
begin
  perform lock_turnovers(home);
  departures := array(
    -- Each day by its index: without the limit the planner would read all stays that the home ever had.
    select distinct day from unnest(checkouts) as day
      cross join lateral (select from real_stays where property_id = home and checkout = day limit 1) as stay
  );
  delete from turnovers using (
    select unnest(checkouts) as day except select unnest(departures)
  ) as ended
  where property_id = home and departs_on = ended.day and departs_on >= today_at_property() and status = 'todo';
  concerned := array(
    -- By their arrivals: of the departures up to a day the planner would take the past, too.
    with later as materialized (
      select id, departs_on from turnovers where property_id = home and arrives_on >= first_checkin
      union all
      select id, departs_on from turnovers where property_id = home and arrives_on is null
    )
    select id from later where departs_on <= last_checkin
    union
    select id from unnest(checkouts) as day join turnovers on property_id = home and departs_on = day
  );
  insert into turnovers (property_id, departs_on, cleaner_id, arrives_on, guests, pets)
  select home, day, property.cleaner_id, arrival.checkin, arrival.guests, arrival.pets
  from (
    -- `except` sorts or hashes: a plan that is stored for few days would join each day with each turnover.
    select day from unnest(departures) as day where day >= today_at_property()
    except
    select departs_on from turnovers where property_id = home and departs_on >= today_at_property()
  ) as departure
    join properties as property on property.id = home
    left join lateral next_arrival(home, day) as arrival on true;
  update turnovers as turnover
  set arrives_on = changed.checkin, guests = changed.guests, pets = changed.pets, updated_at = now()
  from (
    select before.id, arrival.checkin, arrival.guests, arrival.pets
    from unnest(concerned) as one(id) join turnovers as before using (id)
      left join lateral next_arrival(home, before.departs_on) as arrival on true
    where (before.arrives_on, before.guests, before.pets)
      is distinct from (arrival.checkin, arrival.guests, arrival.pets)
  ) as changed
  where turnover.id = changed.id;
end $function$
;
COMMENT ON FUNCTION keep_turnovers(uuid,date[],date[]) IS 'Makes and deletes the turnovers of some departures and updates the next arrival of those that may change.';

CREATE OR REPLACE FUNCTION public.keep_turnovers_of_booking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before daterange[] := '{}';
  after daterange[] := '{}';
begin
  if tg_op <> 'INSERT' and old.status = 'confirmed' then
    before := array[daterange(old.checkin, old.checkout)];
  end if;
  if tg_op <> 'DELETE' and new.status = 'confirmed' then
    after := array[daterange(new.checkin, new.checkout)];
  end if;
  if tg_op = 'UPDATE' and old.property_id = new.property_id then
    if before <> '{}' and after <> '{}'
      and (is_slept_in(new.checkin, new.checkout) or not is_slept_in(old.checkin, old.checkout)) then
      perform move_turnover(new.property_id, old.checkout, new.checkout);
    end if;
    perform change_turnovers(new.property_id, before, after);
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform lock_turnovers(least(old.property_id, new.property_id));
  end if;
  if before <> '{}' then
    perform change_turnovers(old.property_id, before, '{}');
  end if;
  if after <> '{}' then
    perform change_turnovers(new.property_id, '{}', after);
  end if;
  return null;
end $function$
;
COMMENT ON FUNCTION keep_turnovers_of_booking() IS 'Updates turnovers when a booking is confirmed, moved, cancelled or deleted.';

CREATE OR REPLACE FUNCTION public.keep_turnovers_of_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  home record;
  moved record;
begin
  if tg_op = 'UPDATE' then
    for moved in
      select added.property_id, removed.checkout as from_day, added.checkout as to_day
      from removed join added using (id)
      where removed.property_id = added.property_id and removed.checkout <> added.checkout
        and (removed.kind, removed.is_echo, added.kind, added.is_echo) = ('reservation', false, 'reservation', false)
        and (is_slept_in(added.checkin, added.checkout) or not is_slept_in(removed.checkin, removed.checkout))
      order by 1, 2
    loop
      perform move_turnover(moved.property_id, moved.from_day, moved.to_day);
    end loop;
    for home in
      with changed as (
        select id from removed join added using (id)
        where (removed.property_id, removed.kind, removed.is_echo, removed.checkin, removed.checkout)
          is distinct from (added.property_id, added.kind, added.is_echo, added.checkin, added.checkout)
      ), event as (
        select property_id, kind, is_echo, daterange(checkin, checkout) as nights, true as is_before
        from removed where id in (select id from changed)
        union all
        select property_id, kind, is_echo, daterange(checkin, checkout), false
        from added where id in (select id from changed)
      )
      select property_id, coalesce(array_agg(nights) filter (where is_before), '{}') as before,
        coalesce(array_agg(nights) filter (where not is_before), '{}') as after
      from event where kind = 'reservation' and not is_echo group by property_id order by property_id
    loop
      perform change_turnovers(home.property_id, home.before, home.after);
    end loop;
  elsif tg_op = 'INSERT' then
    for home in
      select property_id, array_agg(daterange(checkin, checkout)) as after
      from added where kind = 'reservation' and not is_echo group by property_id order by property_id
    loop
      perform change_turnovers(home.property_id, '{}', home.after);
    end loop;
  else
    for home in
      select property_id, array_agg(daterange(checkin, checkout)) as before
      from removed where kind = 'reservation' and not is_echo group by property_id order by property_id
    loop
      perform change_turnovers(home.property_id, home.before, '{}');
    end loop;
  end if;
  return null;
end $function$
;
COMMENT ON FUNCTION keep_turnovers_of_events() IS 'Updates turnovers when a reading of a channel''s calendar changes events, once for each statement.';

CREATE OR REPLACE FUNCTION public.lacks_tax_bases(price jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select price @? '$.lines[*] ? (@.kind == "tax" && !exists(@.base))' $function$
;
COMMENT ON FUNCTION lacks_tax_bases(jsonb) IS 'Tells whether a stored price has a tax line without its taxed amount.';

CREATE OR REPLACE FUNCTION public.lock_turnovers(home uuid)
 RETURNS void
 LANGUAGE sql
AS $function$ select pg_advisory_xact_lock(hashtextextended('turnovers ' || home, 0)) $function$
;
COMMENT ON FUNCTION lock_turnovers(uuid) IS 'Lets one transaction at a time change the turnovers of a home.';

CREATE OR REPLACE FUNCTION public.log_deleted_access()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform log_ended_access(tg_argv[0], old.id, '{}');
  return null;
end $function$
;
COMMENT ON FUNCTION log_deleted_access() IS 'Logs that access ended because its row was deleted.';

CREATE OR REPLACE FUNCTION public.log_ended_access(kind text, subject uuid, successor jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('pcb.restoring', true) = 'on' then
    return;
  end if;
  insert into ended_access as stored (kind, subject, successor) values (kind, subject::text, successor)
  on conflict on constraint ended_access_pkey do update
    set successor = excluded.successor, ended_at = excluded.ended_at;
end $function$
;
COMMENT ON FUNCTION log_ended_access(text,uuid,jsonb) IS 'Logs a link or address that ended, so that a restored backup does not bring it back to life.';

CREATE OR REPLACE FUNCTION public.log_ended_booking_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform log_ended_access('booking_link', new.id,
    jsonb_build_object('key_version', new.key_version, 'key_hash', encode(new.key_hash, 'hex')));
  return null;
end $function$
;
COMMENT ON FUNCTION log_ended_booking_link() IS 'Logs the end of a booking''s link when its key changes.';

CREATE OR REPLACE FUNCTION public.log_ended_calendar_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform log_ended_access('calendar_link', new.id, jsonb_build_object('token', new.token));
  return null;
end $function$
;
COMMENT ON FUNCTION log_ended_calendar_link() IS 'Logs the end of a calendar link when its token changes.';

CREATE OR REPLACE FUNCTION public.log_ended_cleaning_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform log_ended_access('cleaning_link', old.id,
      jsonb_build_object('link_version', old.link_version + 1, 'token_hash', null, 'is_active', false));
  else
    perform log_ended_access('cleaning_link', new.id,
      jsonb_build_object('link_version', new.link_version, 'token_hash', encode(new.token_hash, 'hex'), 'is_active', new.is_active));
  end if;
  return null;
end $function$
;
COMMENT ON FUNCTION log_ended_cleaning_link() IS 'Logs the end of a cleaner''s link when it is renewed, switched off or deleted.';

CREATE OR REPLACE FUNCTION public.log_ended_companion_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform log_ended_access('companion_link', old.id, jsonb_build_object('revoked_at', new.revoked_at));
  return null;
end $function$
;
COMMENT ON FUNCTION log_ended_companion_link() IS 'Notes the link of a companion that ended, so that a restore of an older backup ends it again.';

CREATE OR REPLACE FUNCTION public.log_ended_reply_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform log_ended_access('reply_address', new.id,
    jsonb_build_object('reply_token', new.reply_token, 'host_reply_token', new.host_reply_token));
  return null;
end $function$
;
COMMENT ON FUNCTION log_ended_reply_address() IS 'Logs the end of a conversation''s reply addresses when their tokens change.';

CREATE OR REPLACE FUNCTION public.log_turnover_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A backup that is restored brings its rows, too.
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  if tg_op <> 'INSERT' and old.cleaner_id is not null and old.status <> 'done' then
    insert into turnover_changes (cleaner_id, property_id, departs_on, before)
    values (old.cleaner_id, old.property_id, old.departs_on, turnover_facts(old));
  end if;
  if tg_op <> 'DELETE' and new.cleaner_id is not null and new.status <> 'done'
    and (tg_op = 'INSERT' or old.status = 'done' or (old.cleaner_id, old.property_id, old.departs_on)
      is distinct from (new.cleaner_id, new.property_id, new.departs_on)) then
    insert into turnover_changes (cleaner_id, property_id, departs_on)
    values (new.cleaner_id, new.property_id, new.departs_on);
  end if;
  return null;
end $function$
;
COMMENT ON FUNCTION log_turnover_change() IS 'Records what changed for a cleaner, who is told by mail later.';

CREATE OR REPLACE FUNCTION public.log_withdrawn_offer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform log_ended_access('offer', new.id, jsonb_build_object('withdrawn_at', new.withdrawn_at));
  return null;
end $function$
;
COMMENT ON FUNCTION log_withdrawn_offer() IS 'Logs that an offer was withdrawn.';

CREATE OR REPLACE FUNCTION public.mark_booked_quotes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'DELETE' then
    update quotes set is_booked = true where id = new.quote_id and not is_booked;
  end if;
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.quote_id <> old.quote_id) then
    update quotes set is_booked = exists (select from bookings where quote_id = old.quote_id) where id = old.quote_id;
  end if;
  return null;
end $function$
;
COMMENT ON FUNCTION mark_booked_quotes() IS 'Marks quotes that a booking uses, which the cleaning of old quotes leaves.';

CREATE OR REPLACE FUNCTION public.move_feed_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update feed_events set property_id = new.property_id where feed_id = new.id;
  return null;
end $function$
;
COMMENT ON FUNCTION move_feed_events() IS 'Moves a feed''s events along when hosts give the feed to another home.';

CREATE OR REPLACE FUNCTION public.move_turnover(home uuid, from_day date, to_day date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform lock_turnovers(home);
  update turnovers as turnover set departs_on = to_day, updated_at = now()
  where property_id = home and departs_on = from_day and from_day <> to_day and status = 'todo'
    and not exists (select from real_stays as stay where stay.property_id = home and stay.checkout = from_day)
    and not exists (select from turnovers as other where other.property_id = home and other.departs_on = to_day);
end $function$
;
COMMENT ON FUNCTION move_turnover(uuid,date,date) IS 'Moves a turnover that is still to do to another departure, with its note and cleaner.';

CREATE OR REPLACE FUNCTION public.next_arrival(home uuid, day date)
 RETURNS TABLE(checkin date, guests integer, pets integer)
 LANGUAGE sql
 STABLE
AS $function$
  -- By an index for each kind of stay; `offset 0`: else the planner searches again wherever the check-in is named.
  select next.checkin, stay.guests, stay.pets
  from (
    select least(
      (select bookings.checkin from bookings
        where property_id = home and status = 'confirmed' and bookings.checkin >= day order by bookings.checkin limit 1),
      (select feed_events.checkin from feed_events
        where property_id = home and kind = 'reservation' and not is_echo and feed_events.checkin >= day
        order by feed_events.checkin limit 1)
    ) as checkin offset 0
  ) as next left join bookings as stay
    on stay.property_id = home and stay.status = 'confirmed' and stay.checkin = next.checkin
  where next.checkin is not null
  limit 1
$function$
;
COMMENT ON FUNCTION next_arrival(uuid,date) IS 'Finds the first check-in at a home from a day on, with guests and pets of a booking of ours; no row without one.';

CREATE OR REPLACE FUNCTION public.notify_content_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('content_changed', tg_table_name);
  return null;
end $function$
;
COMMENT ON FUNCTION notify_content_changed() IS 'Tells every process that content changed, so that cached pages are made anew.';

CREATE OR REPLACE FUNCTION public.occupy_block()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from occupied_nights where source_id in (old.id, new.id);
  if tg_op <> 'DELETE' then
    perform occupy_nights(new.id, new.property_id, 'block', daterange(new.first_night, new.last_night, '[]'));
  end if;
  return null;
end $function$
;
COMMENT ON FUNCTION occupy_block() IS 'Writes the nights of a block into occupied_nights.';

CREATE OR REPLACE FUNCTION public.occupy_booking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from occupied_nights where source_id in (old.id, new.id);
  if tg_op <> 'DELETE' and new.status in ('held', 'requested', 'confirmed') then
    perform occupy_nights(new.id, new.property_id, 'booking', daterange(new.checkin, new.checkout));
  end if;
  return null;
end $function$
;
COMMENT ON FUNCTION occupy_booking() IS 'Writes the nights of a held, requested or confirmed booking into occupied_nights, and deletes those of others.';

CREATE OR REPLACE FUNCTION public.occupy_feed_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into occupied_nights (source_id, property_id, kind, nights)
    select id, property_id, 'feed_' || kind, nights
    from added, unnest(coalesce(own_nights, datemultirange(daterange(checkin, checkout)))) as nights;
  elsif tg_op = 'DELETE' then
    delete from occupied_nights using removed where source_id = removed.id;
  else
    delete from occupied_nights using removed join added using (id)
    where source_id = removed.id
      and (removed.property_id, removed.kind, removed.checkin, removed.checkout, removed.own_nights)
        is distinct from (added.property_id, added.kind, added.checkin, added.checkout, added.own_nights);
    insert into occupied_nights (source_id, property_id, kind, nights)
    select added.id, added.property_id, 'feed_' || added.kind, nights
    from removed join added using (id),
      unnest(coalesce(added.own_nights, datemultirange(daterange(added.checkin, added.checkout)))) as nights
    where (removed.property_id, removed.kind, removed.checkin, removed.checkout, removed.own_nights)
      is distinct from (added.property_id, added.kind, added.checkin, added.checkout, added.own_nights);
  end if;
  return null;
end $function$
;
COMMENT ON FUNCTION occupy_feed_events() IS 'Writes the nights of channel events into occupied_nights, without those that the channel had read from us.';

CREATE OR REPLACE FUNCTION public.occupy_nights(source uuid, property uuid, occupant text, span daterange)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- `do nothing` lets the loser of a race wait for the winner; a plain insert of both would be a deadlock.
  insert into occupied_nights (source_id, property_id, kind, nights) values (source, property, occupant, span)
  on conflict on constraint occupied_nights_booking_or_block do nothing;
  if not found then
    raise exclusion_violation using
      message = case occupant when 'block' then 'Some of these nights are booked' else 'Some of these nights are closed' end,
      constraint = 'occupied_nights_booking_or_block';
  end if;
end $function$
;
COMMENT ON FUNCTION occupy_nights(uuid,uuid,text,daterange) IS 'Takes nights for a booking or a block; fails where a block or a booking has them. The loser of a race waits.';

CREATE OR REPLACE FUNCTION public.open_inquiry_thread()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A backup that is restored brings the threads, too.
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  insert into threads (id, kind, status, waiting_since, last_message_at, created_at)
  values (new.id, 'inquiry', thread_status(new.status), case new.status when 'new' then new.created_at end,
    new.created_at, new.created_at)
  on conflict (id) do nothing;
  if found then
    insert into messages (thread_id, direction, author, author_email, text, created_at)
    values (new.id, 'in', new.name, new.email, new.message, new.created_at);
  end if;
  return null;
end $function$
;
COMMENT ON FUNCTION open_inquiry_thread() IS 'Opens the conversation of a new inquiry with its first message.';

CREATE OR REPLACE FUNCTION public.pay_open_extras()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update booking_extras set status = 'paid', paid_at = now(), due_cents = 0
  where booking_id = new.id and status = 'open';
  return null;
end $function$
;
COMMENT ON FUNCTION pay_open_extras() IS 'Marks open extras as paid once nothing of their booking is open any more.';

CREATE OR REPLACE FUNCTION public.phone_digits(phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(phone, '\D'::text, ''::text, 'g'::text)
;
COMMENT ON FUNCTION phone_digits(text) IS 'Leaves only the digits of a phone number.';

CREATE OR REPLACE FUNCTION public.phones_in(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT string_agg(regexp_replace(phone.phone[1], '\D'::text, ''::text, 'g'::text), ' '::text) AS string_agg FROM regexp_matches(phones_in.words, '\d[\d ()+./-]{5,40}\d'::text, 'g'::text) phone(phone))
;
COMMENT ON FUNCTION phones_in(text) IS 'Finds the phone numbers in a search and leaves only their digits.';

CREATE OR REPLACE FUNCTION public.plan_messages_of_booking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A backup that is restored brings what was planned, too; here as below.
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  insert into message_planning (booking_id, moved_at)
  values (new.id, case when tg_op = 'UPDATE' and old.status = 'confirmed'
    and (old.checkin, old.checkout, old.property_id) is distinct from (new.checkin, new.checkout, new.property_id)
    then clock_timestamp() end);
  return null;
end $function$
;
COMMENT ON FUNCTION plan_messages_of_booking() IS 'Queues a booking whose scheduled messages have to be planned again.';

CREATE OR REPLACE FUNCTION public.plan_messages_of_rule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  insert into message_planning (rule_id) values (coalesce(new.id, old.id));
  return null;
end $function$
;
COMMENT ON FUNCTION plan_messages_of_rule() IS 'Queues a message rule whose messages have to be planned again.';

CREATE OR REPLACE FUNCTION public.plan_review_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A backup that is restored brings its requests, too.
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  update review_requests
  set due_at = least(review_due_at(new.checkout), review_due_at(begun_checkout + 7))
  where booking_id = new.id and sent_at is null;
  if not found and new.checkout >= (now() at time zone 'America/Chicago')::date then
    insert into review_requests (booking_id, due_at) values (new.id, review_due_at(new.checkout))
    on conflict (booking_id) do nothing;
  end if;
  return null;
end $function$
;
COMMENT ON FUNCTION plan_review_request() IS 'Plans the mail that asks for a review, for the morning after the check-out.';

CREATE OR REPLACE FUNCTION public.price_taxes(price jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return (
    with shares as (
      select jurisdiction, amount as due, 0 as exempt, base as taxable
      from jsonb_to_recordset(price -> 'lines') as line (kind text, amount bigint, jurisdiction text, base bigint)
      where kind = 'tax'
      union all
      select jurisdiction, 0, base, 0
      from jsonb_to_recordset(coalesce(price -> 'exempt', '[]')) as exempt (jurisdiction text, base bigint)
    )
    select coalesce(jsonb_agg(to_jsonb(share)), '[]') from (
      select jurisdiction, greatest(max(taxable), 0) as taxable, greatest(max(exempt), 0) as exempt, sum(due) as due
      from shares group by jurisdiction order by jurisdiction
    ) as share
  );
end $function$
;
COMMENT ON FUNCTION price_taxes(jsonb) IS 'Sums a price''s taxes by jurisdiction: taxable, exempt and due, in cents.';

CREATE OR REPLACE FUNCTION public.record_old_slug()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from blog_slug_history where slug = new.slug;
  if tg_op = 'UPDATE' and old.slug <> new.slug and old.published_at is not null then
    insert into blog_slug_history (slug, post_id) values (old.slug, new.id)
    on conflict (slug) do update set post_id = excluded.post_id, created_at = now();
  end if;
  return null;
end $function$
;
COMMENT ON FUNCTION record_old_slug() IS 'Records a published post''s former address, which then redirects.';

CREATE OR REPLACE FUNCTION public.redirect_old_property_slug()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from redirects where from_path = '/stays/' || new.slug;
  update redirects set to_path = '/stays/' || new.slug, updated_at = now() where to_path = '/stays/' || old.slug;
  insert into redirects (id, from_path, to_path)
  values (gen_random_uuid(), '/stays/' || old.slug, '/stays/' || new.slug)
  on conflict (from_path) do update set to_path = excluded.to_path, updated_at = now();
  return null;
end $function$
;
COMMENT ON FUNCTION redirect_old_property_slug() IS 'Redirects a home''s former address to its new one.';

CREATE OR REPLACE FUNCTION public.refresh_added_money()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_booking_money(array(select distinct booking_id from added));
  return null;
end $function$
;
COMMENT ON FUNCTION refresh_added_money() IS 'Refreshes the sums of bookings whose ledger got rows.';

CREATE OR REPLACE FUNCTION public.refresh_booking_money(changed uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from bookings where id = any (changed) order by id for no key update;
  update bookings set paid_cents = money.paid, pending_cents = money.pending, waived_cents = money.waived,
    returned_cents = money.refunds + money.lost
  from booking_money as money
  where bookings.id = any (changed) and money.booking_id = bookings.id
    and (paid_cents, pending_cents, waived_cents, returned_cents)
      is distinct from (money.paid, money.pending, money.waived, money.refunds + money.lost);
end $function$
;
COMMENT ON FUNCTION refresh_booking_money(uuid[]) IS 'Copies paid, pending, waived and returned from the view booking_money into the bookings'' rows.';

CREATE OR REPLACE FUNCTION public.refresh_changed_money()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_booking_money(array(select booking_id from added union select booking_id from removed));
  return null;
end $function$
;
COMMENT ON FUNCTION refresh_changed_money() IS 'Refreshes the sums of bookings whose refunds or disputes changed.';

CREATE OR REPLACE FUNCTION public.refresh_removed_money()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_booking_money(array(select distinct booking_id from removed));
  return null;
end $function$
;
COMMENT ON FUNCTION refresh_removed_money() IS 'Refreshes the sums of bookings that lost rows of the ledger in a restore.';

CREATE OR REPLACE FUNCTION public.reject_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('pcb.restoring', true) = 'on' then return null; end if;
  raise exception 'A row of the ledger is neither deleted nor changed: add one that corrects it'
    using errcode = 'restrict_violation';
end $function$
;
COMMENT ON FUNCTION reject_ledger_change() IS 'Rejects every update and delete of the ledger: a correction is a row of the opposite sign.';

CREATE OR REPLACE FUNCTION public.reject_redirect_loop()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Two hosts who each add one half of a loop are made to take turns.
  perform pg_advisory_xact_lock(hashtextextended('redirects', 0));
  if exists (
    with recursive way (place) as (
      select split_part(split_part(new.to_path, '#', 1), '?', 1)
      union
      select split_part(split_part(redirects.to_path, '#', 1), '?', 1)
      from way join redirects on redirects.from_path = way.place and redirects.id <> new.id
    )
    select from way where place = new.from_path
  ) then
    raise check_violation using
      message = 'This redirect would lead back to where it begins',
      constraint = 'redirects_lead_elsewhere';
  end if;
  return new;
end $function$
;
COMMENT ON FUNCTION reject_redirect_loop() IS 'Rejects a redirect that leads back to where it begins, over any number of others.';

CREATE OR REPLACE FUNCTION public.rename_channel_nights()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update channel_nights set channel = new.channel where feed_id = new.id;
  return null;
end $function$
;
COMMENT ON FUNCTION rename_channel_nights() IS 'Renames the channel in the statistics when hosts change a feed''s channel.';

CREATE OR REPLACE FUNCTION public.reset_feed_validators()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.etag := '';
  new.last_modified := '';
  new.body_hash := null;
  new.parsed_at := null;
  new.last_good_at := null;
  new.event_count := 0;
  new.empty_readings := 0;
  return new;
end $function$
;
COMMENT ON FUNCTION reset_feed_validators() IS 'Lets a feed whose address changed be read whole: what was stored belongs to the former address.';

CREATE OR REPLACE FUNCTION public.reset_restored_feed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.etag := '';
  new.last_modified := '';
  new.body_hash := null;
  new.parsed_at := null;
  new.last_good_at := null;
  new.event_count := 0;
  return new;
end $function$
;
COMMENT ON FUNCTION reset_restored_feed() IS 'Lets a feed that comes back from the trash be read whole.';

CREATE OR REPLACE FUNCTION public.restore_disconnected_turnovers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  with back as (
    delete from disconnected_turnovers as former using added
    where (former.property_id, former.checkin, former.checkout) = (added.property_id, added.checkin, added.checkout)
      and added.kind = 'reservation' and not added.is_echo
    returning former.*
  )
  update turnovers as turnover
  set note = back.note, cleaner_id = case when back.is_reassigned then back.cleaner_id else turnover.cleaner_id end,
    updated_at = now()
  from back
  -- Only those that this transaction made: another stay with the same check-out left its turnover as hosts have it now.
  where turnover.property_id = back.property_id and turnover.departs_on = back.checkout and turnover.created_at = now();
  return null;
end $function$
;
COMMENT ON FUNCTION restore_disconnected_turnovers() IS 'Gives turnovers of a calendar that is connected again the note and the cleaner they had.';

CREATE OR REPLACE FUNCTION public.review_due_at(checkout date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select (checkout + 1 + time '10:00') at time zone 'America/Chicago'
$function$
;
COMMENT ON FUNCTION review_due_at(date) IS 'Computes when the mail that asks for a review is due: 10 AM on the day after the check-out.';

CREATE OR REPLACE FUNCTION public.save_disconnected_turnovers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  delete from disconnected_turnovers where checkout < today_at_property();
  insert into disconnected_turnovers (property_id, checkin, checkout, note, is_reassigned, cleaner_id)
  select distinct removed.property_id, removed.checkin, removed.checkout, turnover.note,
    turnover.cleaner_id is distinct from home.cleaner_id, turnover.cleaner_id
  from removed
  join turnovers as turnover
    on turnover.property_id = removed.property_id and turnover.departs_on = removed.checkout and turnover.status = 'todo'
  join properties as home on home.id = removed.property_id
  where removed.kind = 'reservation' and not removed.is_echo and removed.checkout >= today_at_property()
    and (turnover.note <> '' or turnover.cleaner_id is distinct from home.cleaner_id)
  on conflict (property_id, checkin, checkout) do update
  set note = excluded.note, is_reassigned = excluded.is_reassigned, cleaner_id = excluded.cleaner_id;
  return null;
end $function$
;
COMMENT ON FUNCTION save_disconnected_turnovers() IS 'Saves note and cleaner of turnovers whose calendar is disconnected.';

CREATE OR REPLACE FUNCTION public.search_pattern(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (('%'::text || regexp_replace(fold_search(word), '([\\%_])'::text, '\\\1'::text, 'g'::text)) || '%'::text)
;
COMMENT ON FUNCTION search_pattern(text) IS 'Builds a LIKE pattern that finds a word anywhere, folded and with wildcards escaped.';

CREATE OR REPLACE FUNCTION public.set_booking_open()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    new.paid_cents := 0;
    new.pending_cents := 0;
    new.waived_cents := 0;
    new.returned_cents := 0;
  end if;
  new.open_cents := booking_open_cents(new.status, new.total_cents, new.paid_cents, new.pending_cents, new.waived_cents);
  return new;
end $function$
;
COMMENT ON FUNCTION set_booking_open() IS 'Computes a booking''s open amount; its sums begin at 0, whatever a restored row says.';

CREATE OR REPLACE FUNCTION public.set_booking_taxes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.taxes := coalesce((select price_taxes(price) from quotes where id = new.quote_id), new.taxes);
  return new;
end $function$
;
COMMENT ON FUNCTION set_booking_taxes() IS 'Copies the taxes of a booking''s price by jurisdiction into its row, for the tax report.';

CREATE OR REPLACE FUNCTION public.set_review_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select coalesce(begun_property_id, property_id), to_char(coalesce(begun_checkin, checkin), 'YYYY-MM'),
    coalesce(new.published_at, now())
    into new.property_id, new.stay_month, new.published_at
  from bookings left join review_requests on review_requests.booking_id = bookings.id
  where bookings.id = new.booking_id;
  return new;
end $function$
;
COMMENT ON FUNCTION set_review_stay() IS 'Sets home and month of a review from the stay that it is about.';

CREATE OR REPLACE FUNCTION public.set_stay_times()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  booking uuid := coalesce(new.booking_id, old.booking_id);
begin
  update bookings set early_check_in = times.early, late_check_out = times.late
  from (
    select min(clock_time) filter (where moment = 'early_check_in') as early,
      max(clock_time) filter (where moment = 'late_check_out') as late
    from booking_extras where booking_id = booking and status in ('open', 'paid')
  ) as times
  where id = booking and (early_check_in, late_check_out) is distinct from (times.early, times.late);
  return null;
end $function$
;
COMMENT ON FUNCTION set_stay_times() IS 'Copies the approved times of a stay from its extras into its row.';

CREATE OR REPLACE FUNCTION public.set_thread_property()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.kind = 'booking' then
    new.property_id := coalesce((select property_id from bookings where id = new.id), new.property_id);
  end if;
  return new;
end $function$
;
COMMENT ON FUNCTION set_thread_property() IS 'Sets the home of a booking''s conversation.';

CREATE OR REPLACE FUNCTION public.shorten_turnover()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update bookings set turnover_nights = new.turnover_nights
  where property_id = new.id and turnover_nights > new.turnover_nights
    and status in ('held', 'requested', 'confirmed');
  return null;
end $function$
;
COMMENT ON FUNCTION shorten_turnover() IS 'Frees the nights after bookings when hosts shorten a home''s turnover.';

CREATE OR REPLACE FUNCTION public.skip_occupied_twice()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  if exists (
    -- `offset 0`: the source's few nights by the primary key, never all sources of these nights.
    select from (select nights from occupied_nights where source_id = new.source_id offset 0) as own where nights = new.nights
  ) then
    return null;
  end if;
  return new;
end $function$
;
COMMENT ON FUNCTION skip_occupied_twice() IS 'Skips nights that their source has already while a backup is restored: it brings rows that triggers write, too.';

CREATE OR REPLACE FUNCTION public.split_stay(checkin date, checkout date, price jsonb)
 RETURNS TABLE(month date, first_night date, nights integer, rent_cents bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  with rent as (
    select coalesce(sum(amount), 0) as cents
    from jsonb_to_recordset(price -> 'lines') as line (kind text, amount bigint)
    where kind in ('rent', 'discount', 'promo')
  ), prices as (
    select number::integer, (night ->> 'price')::numeric as price
    from jsonb_array_elements(price -> 'nights') with ordinality as night (night, number)
  ), stored as (
    select count(*) = checkout - checkin and sum(prices.price) > 0 as is_complete from prices
  ), weighed as (
    select checkin + number - 1 as day,
      case when stored.is_complete then prices.price else 1 end as weight
    from stored cross join generate_series(1, checkout - checkin) as number left join prices using (number)
  ), summed as (
    select day, sum(weight) over (order by day) as until, sum(weight) over (order by day) - weight as before,
      sum(weight) over () as whole
    from weighed
  )
  select date_trunc('month', day)::date, min(day), count(*)::integer,
    (round(rent.cents * max(until) / whole) - round(rent.cents * min(before) / whole))::bigint
  from summed, rent
  group by 1, rent.cents, whole
$function$
;
COMMENT ON FUNCTION split_stay(date,date,jsonb) IS 'Splits a stay into months with their nights and rent; the parts of the rent add up to the cent.';

CREATE OR REPLACE FUNCTION public.thread_status(inquiry_status text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$ select case inquiry_status when 'answered' then 'answered' when 'archived' then 'closed' else 'new' end $function$
;
COMMENT ON FUNCTION thread_status(text) IS 'Translates an inquiry''s status into that of its conversation.';

CREATE OR REPLACE FUNCTION public.time_turnovers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update turnovers set updated_at = now()
  where property_id = new.property_id and departs_on >= today_at_property() - 1
    and (departs_on = new.checkout or arrives_on = new.checkin);
  return null;
end $function$
;
COMMENT ON FUNCTION time_turnovers() IS 'Lets the turnovers before and after a stay know its approved times.';

CREATE OR REPLACE FUNCTION public.today_at_property()
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$ select (now() at time zone 'America/Chicago')::date $function$
;
COMMENT ON FUNCTION today_at_property() IS 'Today at the homes, in Central Time.';

CREATE OR REPLACE FUNCTION public.turnover_facts(turnover turnovers)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_build_object('arrivesOn', turnover.arrives_on, 'guests', turnover.guests, 'pets', turnover.pets,
    'note', turnover.note, 'lateCheckOut', turnover.late_check_out, 'earlyCheckIn', turnover.early_check_in)
$function$
;
COMMENT ON FUNCTION turnover_facts(turnovers) IS 'The facts of a turnover whose change a cleaner is told.';

CREATE OR REPLACE FUNCTION public.watch_feed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.watched_since := now();
  new.trouble_mailed_at := null;
  return new;
end $function$
;
COMMENT ON FUNCTION watch_feed() IS 'Begins to watch a new feed, or one whose address changed, for readings that fail.';

CREATE OR REPLACE FUNCTION public.with_tax_bases(price jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select jsonb_set(price, '{lines}', (
    select jsonb_agg(
      case line ->> 'kind'
        when 'tax' then line || jsonb_build_object('base', (
          select coalesce(sum((other ->> 'amount')::bigint), 0)
          from jsonb_array_elements(price -> 'lines') as other
          where case other ->> 'kind'
            when 'tax' then (other ->> 'step')::integer < (line ->> 'step')::integer
            when 'fee' then (other ->> 'isTaxed')::boolean
            else true
          end
        ))
        else line
      end
      order by place
    )
    from jsonb_array_elements(price -> 'lines') with ordinality as one (line, place)
  ))
$function$
;
COMMENT ON FUNCTION with_tax_bases(jsonb) IS 'Adds to each tax line of a price the amount that is taxed.';

CREATE OR REPLACE FUNCTION public.write_channel_nights()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A backup that is restored brings its rows, too.
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform end_channel_nights(array(select id from removed));
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into channel_nights (event_id, feed_id, property_id, channel, kind, nights, booked_at)
    select added.id, feed_id, added.property_id, channel, kind, nights, added.created_at
    from added join calendar_feeds on calendar_feeds.id = feed_id,
      unnest(coalesce(own_nights, datemultirange(daterange(checkin, checkout)))) as nights
    where not is_echo;
    return null;
  end if;
  -- Judged otherwise, or of another home: then what is over was so, too.
  update channel_nights set ended_at = now()
  from removed join added using (id)
  where event_id = added.id and ended_at is null
    and (removed.property_id, removed.kind, removed.is_echo) <> (added.property_id, added.kind, added.is_echo);
  perform end_channel_nights(array(
    select id from removed join added using (id)
    where (removed.checkin, removed.checkout, removed.own_nights) is distinct from (added.checkin, added.checkout, added.own_nights)
  ));
  insert into channel_nights (event_id, feed_id, property_id, channel, kind, nights, booked_at)
  select added.id, added.feed_id, added.property_id, channel, added.kind, nights, now()
  from removed join added using (id) join calendar_feeds on calendar_feeds.id = added.feed_id,
    unnest(coalesce(added.own_nights, datemultirange(daterange(added.checkin, added.checkout)))) as nights
  where not added.is_echo
    and (removed.property_id, removed.kind, removed.is_echo, removed.checkin, removed.checkout, removed.own_nights)
      is distinct from (added.property_id, added.kind, added.is_echo, added.checkin, added.checkout, added.own_nights);
  return null;
end $function$
;
COMMENT ON FUNCTION write_channel_nights() IS 'Writes the nights of channel events into the statistics.';

CREATE OR REPLACE FUNCTION public.write_stay_months()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A backup that is restored brings its rows, too.
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' and (old.status, new.status) = ('confirmed', 'confirmed') and old.quote_id <> new.quote_id then
    update stay_months set ended_at = new.updated_at where booking_id = new.id and ended_at is null;
  else
    delete from stay_months where booking_id = new.id and (ended_at is null or is_cancelled);
  end if;
  if new.status in ('confirmed', 'cancelled') then
    insert into stay_months (booking_id, property_id, month, first_night, nights, rent_cents, stay_nights, days_ahead, booked_at, ended_at, is_cancelled)
    select new.id, new.property_id, part.month, part.first_night, part.nights, part.rent_cents,
      case when part.first_night = new.checkin then new.checkout - new.checkin end,
      case when part.first_night = new.checkin then days_ahead(new.checkin, new.created_at) end,
      coalesce((select max(ended_at) from stay_months where booking_id = new.id), new.confirmed_at, new.created_at),
      case when new.status = 'cancelled' then coalesce(new.cancelled_at, new.updated_at) end,
      new.status = 'cancelled'
    from quotes, split_stay(new.checkin, new.checkout, quotes.price) as part
    where quotes.id = new.quote_id;
  end if;
  return null;
end $function$
;
COMMENT ON FUNCTION write_stay_months() IS 'Writes the months of a confirmed or cancelled stay into the statistics.';
