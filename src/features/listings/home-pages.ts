import { pageParam, type UrlParams } from '../../shared/http/url-state.ts';

/** Homes on a page, on most screens; the rest is one link away. */
const homesPerPage = 24;

/** Homes that a page shows, of all that there are. */
export interface HomesPage<Home> {
  homes: Home[];
  /** Counts from 1. */
  page: number;
  pages: number;
}

/** `?page=2` of an address; 1 for anything else. */
export const parseHomesPage = (params: URLSearchParams): number =>
  pageParam(9_999).parse(params.get('page') ?? '');

/** The requested page, or the last one if there are fewer. */
export function toHomesPage<Home>(
  all: readonly Home[],
  requested: number,
  perPage = homesPerPage,
): HomesPage<Home> {
  const pages = Math.max(1, Math.ceil(all.length / perPage));
  const page = Math.min(requested, pages);
  return { homes: all.slice((page - 1) * perPage, page * perPage), page, pages };
}

/** The homes whose title has the text. */
export function matchHomes<Home extends { title: string }>(all: readonly Home[], search: string): Home[] {
  const text = search.toLowerCase();
  return all.filter(({ title }) => title.toLowerCase().includes(text));
}

/** The hosts’ homes that are in view. */
export interface HomesInView {
  /** A search in the homes’ titles. */
  search: string;
  /** Counts from 1. */
  page: number;
}

/** The homes in view, as a URL says it. */
export const homesInViewParams: UrlParams<HomesInView> = {
  search: { parse: (text) => text.slice(0, 100), format: (text) => text },
  page: pageParam(9_999),
};
