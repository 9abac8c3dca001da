-- Bookings keep the promotion code that they used: one that comes back from the trash counts their uses again.
alter table quotes drop constraint quotes_promo_code_id_fkey;
alter table bookings drop constraint bookings_promo_code_id_fkey;
