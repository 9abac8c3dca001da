-- When the provider refused to carry out the last call of an attempt (a refused key, a rate limit): nothing was charged, so the
-- attempt can be given up for a cancellation or another payment at once.
alter table payment_attempts add column refused_at timestamptz;
