/** Every table in which the migrations and the seed of production leave rows; all others begin empty. */
export const seededTables: readonly string[] = [
  'amenities',
  'blog_posts',
  'cancellation_policies',
  'discounts',
  'fees',
  'guide_sections',
  'media',
  'message_templates',
  'pages',
  'post_announcements',
  'products',
  'properties',
  'rates',
  'site_settings',
  'taxes',
];
