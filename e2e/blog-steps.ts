export const post = (n: number, more: object = {}) => ({
  id: `01890000-0000-7000-8000-00000000000${n}`,
  slug: `post-${n}`,
  title: `Post number ${n}`,
  summary: `Summary ${n} `.repeat(60),
  published_at: '2025-06-01T12:00:00.000Z',
  created_at: '2025-03-09T12:00:00.000Z',
  ...more,
});
