import { publicAccess, serve } from '../../platform/http/serve.server.ts';
import { anyQuery } from '../../platform/http/shapes.server.ts';
import { siteSettingsSchema } from '../../shared/site-settings.server.ts';
import { site, textPage } from './calls.ts';
import { readSiteSettings, readTextPage } from './content/actions.server.ts';
import { textPageSchema } from './content/contract.server.ts';

export const siteApi = serve(site, publicAccess).on('read', {
  summary: 'Name, contact and links of the business, as every page shows them',
  query: anyQuery,
  response: siteSettingsSchema,
  cache: 'untilContentChanges',
  run: ({ ctx }) => readSiteSettings(ctx),
});

export const textPageApi = serve(textPage, publicAccess).on('read', {
  summary: 'A page that guests agree to: terms, privacy or cancellation',
  isOpenWhenClosed: true,
  query: anyQuery,
  response: textPageSchema,
  errors: ['notFound'],
  cache: 'untilContentChanges',
  run: ({ ctx, params }) => readTextPage(ctx, params.slug),
});
