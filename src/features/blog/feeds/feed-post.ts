export interface FeedPost {
  id: string;
  url: string;
  title: string;
  summary: string;
  author: string;
  html: string;
  image: string | null;
  tags: string[];
  publishedAt: Date;
  updatedAt: Date;
}

export interface BlogFeed {
  origin: string;
  name: string;
  posts: FeedPost[];
}

export const title = (name: string) => `Panama City Beach Blog | ${name}`;
export const description = 'Local tips and stories for a stay in Panama City Beach, Florida.';
