import type { Fetch } from '../../shared/http/api-error.ts';
import { request } from '../../shared/http/request.ts';
import type { Guide, PublicSection } from './guide.ts';

export const guideClient = (fetch: Fetch = globalThis.fetch) => ({
  /** @throws ApiError 404 for a booking that is unknown, or another guest's */
  guide: (code: string) =>
    request<Guide>(fetch, `/api/bookings/${encodeURIComponent(code)}/guide`, 'Failed to fetch the guide'),
  publicSections: async (slug: string): Promise<PublicSection[]> => {
    const path = `/api/properties/${encodeURIComponent(slug)}/guide`;
    const { sections } = await request<{ sections: PublicSection[] }>(
      fetch,
      path,
      'Failed to fetch the guide',
    );
    return sections;
  },
});
