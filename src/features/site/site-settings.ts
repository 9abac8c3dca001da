import type { Static } from 'typebox';
import type { siteSettingsSchema } from './site-settings.schema.server.ts';

/** What the hosts say about the business; one row that they edit. */
export type SiteSettings = Static<typeof siteSettingsSchema>;
