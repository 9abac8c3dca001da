/** A published post as lists show it. */
export interface PostPreview {
  id: string;
  slug: string;
  title: string;
  summary: string | null;
  author: string;
  /** ISO 8601 moments. */
  published_at: string | null;
  created_at: string;
}
