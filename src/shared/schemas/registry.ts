import type { FormSchema } from '../forms/schema.ts';
import { amenitiesSchema } from './amenities.ts';
import { blogPostsSchema } from './blog-posts.ts';
import { inquiriesSchema } from './inquiries.ts';
import { mediaSchema } from './media.ts';
import { productsSchema } from './products.ts';
import { propertiesSchema } from './properties.ts';
import { purchasesSchema } from './purchases.ts';
import { reviewsSchema } from './reviews.ts';
import { siteSettingsSchema } from './site-settings.ts';

export type TableSchema = { tableName: string; schema: FormSchema };

/**
 * Every schema-described table, in the order of the admin's sidebar. A field's name is its column's. A column is NOT NULL
 * when the field is required or has a default, and nullable otherwise.
 */
export const tables: readonly TableSchema[] = [
  { tableName: 'properties', schema: propertiesSchema },
  { tableName: 'products', schema: productsSchema },
  { tableName: 'inquiries', schema: inquiriesSchema },
  { tableName: 'purchases', schema: purchasesSchema },
  { tableName: 'blog_posts', schema: blogPostsSchema },
  { tableName: 'amenities', schema: amenitiesSchema },
  { tableName: 'reviews', schema: reviewsSchema },
  { tableName: 'media', schema: mediaSchema },
  { tableName: 'site_settings', schema: siteSettingsSchema },
];
