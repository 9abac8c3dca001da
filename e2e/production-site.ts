import { startTimeoutMs, withSecondSite } from './second-site.ts';
import { test as base, expect } from './site.ts';

/** Runs a second process of the site in production mode on the same database, with its examples. */
export const test = base.extend<object, { productionUrl: string }>({
  productionUrl: [
    ({ browserName: _ }, use) => withSecondSite(8, { NODE_ENV: 'production', LOG_LEVEL: 'warn' }, use),
    { scope: 'worker', timeout: startTimeoutMs },
  ],
});

export { expect };
