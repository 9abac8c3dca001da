/** The order of deletion: what refers to homes before the homes, their policies after them. */
export const exampleTables = [
  'products',
  'rates',
  'fees',
  'discounts',
  'guide_sections',
  'blog_posts',
  'taxes',
  'amenities',
  'message_templates',
  'properties',
  'cancellation_policies',
  'pages',
] as const;

export type ExampleTable = (typeof exampleTables)[number];
