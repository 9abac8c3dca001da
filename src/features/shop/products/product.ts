import type { Static } from 'typebox';
import type { productSchema } from './product.schema.server.ts';

/** Something a guest can buy, as `GET /api/products` lists it; the facts of its home are absent when it books none. */
export type Product = Static<typeof productSchema>;

/** What every server sends of a product. */
export type SpecifiedProduct = Omit<Product, 'pictures' | 'guests' | 'beds' | 'baths'>;
