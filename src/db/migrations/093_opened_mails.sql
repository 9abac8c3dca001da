-- A browser that followed the link of a mail has the mail's proof; its guest confirms the address on the page. Programs that
-- look at the links of mails follow them, too.
alter table booking_browsers add column opened_mail boolean not null default false;
