import type { Selectable } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import type { ProductsTable } from '../../../db/schema/sales.ts';
import { type ExampleReader, withoutExamples } from '../../opening/examples-store.server.ts';

export type ProductRow = Selectable<ProductsTable>;

/** Products that are listed and whose property, if they book one, can be booked. */
const buyable = ({ db, settings }: ExampleReader) =>
  db
    .selectFrom('products')
    .leftJoin('properties', 'properties.id', 'products.property_id')
    .where('products.is_listed', '=', true)
    .where(withoutExamples({ settings }, 'products'))
    .where((the) =>
      the.or([
        the('products.property_id', 'is', null),
        the.and([
          the('properties.is_listed', '=', true),
          the('properties.is_coming_soon', '=', false),
          withoutExamples({ settings }, 'properties'),
        ]),
      ]),
    );

export const listBuyableProducts = (reader: ExampleReader) =>
  buyable(reader)
    .select(['products.id', 'products.name', 'products.description', 'products.images'])
    .select(['products.price_cents as price', 'products.currency'])
    .select(['products.billing_type as billingType', 'products.billing_period as billingPeriod'])
    .select(['properties.guests', 'properties.beds', 'properties.baths'])
    .orderBy('products.position')
    .orderBy('products.id')
    .execute();

export const findBuyableProduct = (reader: ExampleReader, id: string): Promise<ProductRow | undefined> =>
  buyable(reader).selectAll('products').where('products.id', '=', id).executeTakeFirst();

export const getProduct = (db: Db, id: string): Promise<ProductRow> =>
  db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
