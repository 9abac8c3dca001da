-- People who sign in. `email` is the canonical form (shared/email.ts); what a person proved to own, never what they typed.
create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  name text not null default '' check (char_length(name) <= 200),
  role text not null default 'guest' check (role in ('guest', 'admin')),
  google_issuer text,
  google_subject text,
  created_at timestamptz not null default now(),
  unique (google_issuer, google_subject),
  check ((google_issuer is null) = (google_subject is null))
);

-- One row for each signed-in browser. Only the SHA-256 of its 256-bit token is kept.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  method text not null check (method in ('code', 'google', 'passkey')),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- The last sign-in, or the last renewal with a passkey.
  confirmed_at timestamptz not null default now(),
  user_agent text not null default '',
  client_address text not null default ''
);
create index sessions_user on sessions (user_id, last_seen_at desc);
create index sessions_last_seen on sessions (last_seen_at);

-- A code that was mailed. `code_hash` is keyed with SESSION_SECRET: a million codes are tried in no time whatever the
-- hash, so only a key that is not in the database protects them. `guesses_allowed` was decided when it was sent.
create table login_codes (
  id uuid primary key,
  email text not null,
  browser_hash bytea not null unique check (octet_length(browser_hash) = 32),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  -- The known browser that asked, whose mails are counted apart from those of strangers.
  device_id text,
  guesses_allowed smallint not null check (guesses_allowed between 1 and 5),
  wrong_guesses smallint not null default 0 check (wrong_guesses between 0 and guesses_allowed),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_codes_email on login_codes (email, created_at desc);
create index login_codes_created on login_codes (created_at);

-- A way to the OpenID provider and back, for the browser that set out.
create table oauth_flows (
  id uuid primary key,
  browser_hash bytea not null unique check (octet_length(browser_hash) = 32),
  state_hash bytea,
  nonce text not null,
  code_verifier text not null,
  redirect_uri text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_flows_expires on oauth_flows (expires_at);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Base64url, as the browser gives it.
  credential_id text not null unique check (char_length(credential_id) between 16 and 1400),
  public_key bytea not null,
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  name text not null default '' check (char_length(name) <= 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

-- A challenge that one browser has to answer once. `user_id` is empty when nobody is signed in yet.
create table passkey_challenges (
  id uuid primary key,
  browser_hash bytea not null unique check (octet_length(browser_hash) = 32),
  user_id uuid references users (id) on delete cascade,
  purpose text not null check (purpose in ('register', 'sign-in', 'renew')),
  challenge text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index passkey_challenges_expires on passkey_challenges (expires_at);
