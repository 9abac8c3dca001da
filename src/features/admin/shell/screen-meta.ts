/** The head of a hosts' screen, which search engines leave out. */
export const screenMeta = (title: string) => [
  { title: `${title} | PCB Beach Rentals` },
  { name: 'robots', content: 'noindex' },
];
