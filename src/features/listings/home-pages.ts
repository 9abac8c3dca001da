import { pageParam } from '../../shared/http/url-state.ts';

/** Homes on a page of the site; the rest is one link away. */
const homesPerPage = 24;

/** Homes that a page shows, of all that there are. */
export interface HomesPage<Home> {
  homes: Home[];
  /** From 1. */
  page: number;
  pages: number;
}

/** `?page=2` of an address; 1 for anything else. */
export const parseHomesPage = (params: URLSearchParams): number =>
  pageParam(9_999).parse(params.get('page') ?? '');

/** The requested page, or the last one where there are fewer. */
export function toHomesPage<Home>(all: readonly Home[], requested: number): HomesPage<Home> {
  const pages = Math.max(1, Math.ceil(all.length / homesPerPage));
  const page = Math.min(requested, pages);
  return { homes: all.slice((page - 1) * homesPerPage, page * homesPerPage), page, pages };
}
