import { calls, get } from '../../shared/http/calls.ts';
import type { SiteSettings } from '../../shared/site-settings.server.ts';
import type { TextPage } from './content/contract.server.ts';

export const site = calls('/site', { read: get<SiteSettings>('', 'Failed to fetch the site') });

export const textPage = calls('/pages/:slug', { read: get<TextPage>('', 'Failed to fetch the page') });
