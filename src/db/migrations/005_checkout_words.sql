-- What the card provider was told of the product, so that a repeated call under the same key says the same words,
-- whatever the hosts have written about it in between.
alter table checkouts
  add column product_description text not null default '',
  add column product_images text[] not null default '{}';

-- Checkouts whose call may still be repeated were described in the product's present words.
update checkouts
set product_description = products.description, product_images = products.images
from products
where products.id = checkouts.product_id and checkouts.status = 'opening';
