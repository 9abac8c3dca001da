/** Where the blog's feeds lie. */
export const rssPath = '/blog/feed.xml';
export const jsonFeedPath = '/blog/feed.json';

const alternate = { tagName: 'link', rel: 'alternate', title: 'Panama City Beach Blog' } as const;

/** How feed readers find the feeds from the blog's pages. */
export const feedLinks = [
  { ...alternate, type: 'application/rss+xml', href: rssPath },
  { ...alternate, type: 'application/feed+json', href: jsonFeedPath },
];
