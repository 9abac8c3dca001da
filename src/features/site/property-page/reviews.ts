import type { Fetch } from '../../../shared/http/api-error.ts';
import { pageParam } from '../../../shared/http/url-state.ts';
import type { ReviewFacts } from '../../../shared/seo/vacation-rental.ts';
import { homeReviews, reviews } from '../../reviews/calls.ts';
import type { HomeReviews, Review } from '../../reviews/contract.server.ts';

/** `?reviews=2` of an address; 1 for anything else. */
export const parseReviewsPage = (params: URLSearchParams): number =>
  pageParam(9_999).parse(params.get('reviews') ?? '');

export interface PageOfReviews {
  ofHome: HomeReviews;
  /** Shown instead of reviews, only on a local site. */
  examples: Review[];
  page: number;
}

export async function loadReviews(slug: string, page: number, fetch?: Fetch): Promise<PageOfReviews> {
  const query = page === 1 ? {} : { page: String(page) };
  const ofHome = await homeReviews.read({ slug, query, fetch });
  const others = ofHome.count === 0 ? await reviews.list({ fetch }) : [];
  return { ofHome, examples: others.filter(({ isExample }) => isExample), page };
}

/** Reviews in the markup: enough for search engines, which read the page as well. */
const maxMarkedReviews = 3;

/** The rating in the structured data: none before the third review. */
export function toReviewFacts({ average, count, reviews }: HomeReviews): ReviewFacts | undefined {
  if (average === null) return undefined;
  const visible = reviews.flatMap(({ name, rating, text }) =>
    name && rating && text ? [{ name, rating, text }] : [],
  );
  return { average, count, reviews: visible.slice(0, maxMarkedReviews) };
}
