import { query } from './database.ts';
import { startTimeoutMs, withSecondSite } from './second-site.ts';
import { test as base, expect } from './site.ts';

/** Runs a second process of the site in production mode on the same database, whose homes are the hosts' own by then. */
export const test = base.extend<object, { productionUrl: string }>({
  productionUrl: [
    async ({ browserName: _ }, use) => {
      for (const table of [
        'properties',
        'rates',
        'fees',
        'discounts',
        'products',
        'guide_sections',
        'blog_posts',
      ])
        await query(`update ${table} set is_example = false`, []);
      await withSecondSite(8, { NODE_ENV: 'production', LOG_LEVEL: 'warn' }, use);
    },
    { scope: 'worker', timeout: startTimeoutMs },
  ],
});

export { expect };
