/** Homes on a page of the channels. */
const homesPerPage = 24;

/** The homes of a page, of those whose title has the text; the last page where there are fewer. */
export function sliceHomes<Home extends { title: string }>(
  all: readonly Home[],
  { page, search }: { page: number; search: string },
): { homes: Home[]; pages: number } {
  const text = search.toLowerCase();
  const matches = all.filter(({ title }) => title.toLowerCase().includes(text));
  const pages = Math.max(1, Math.ceil(matches.length / homesPerPage));
  const first = (Math.min(page, pages) - 1) * homesPerPage;
  return { homes: matches.slice(first, first + homesPerPage), pages };
}
