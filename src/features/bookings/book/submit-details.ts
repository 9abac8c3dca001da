import { data, redirect } from 'react-router';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import type { BookingRequest, PlacedBooking } from '../checkout/contract.server.ts';
import { holdPath } from '../record/trip-paths.ts';
import { carryIntent, type DetailProblems, readDetails, toProblems } from './details.ts';

/** Books from a form that was sent without scripts, and leads to the hold with this browser's cookie. */
export async function submitDetails(
  request: Request,
  api: Fetch,
  book: (fetch: Fetch, details: BookingRequest) => Promise<Pick<PlacedBooking, 'code'>>,
) {
  let cookie: string | null = null;
  const fetch: Fetch = async (input, init) => {
    const response = await api(input, init);
    cookie ??= response.headers.get('Set-Cookie');
    return response;
  };
  const form = await request.formData();
  const details = readDetails(form);
  if (form.get('intent') === carryIntent)
    return redirectToSearch(request, form) ?? data({ problems: {} as DetailProblems, typed: details });
  try {
    const { code } = await book(fetch, details);
    return redirect(holdPath(code), { status: 303, headers: cookie ? { 'Set-Cookie': cookie } : {} });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problems: DetailProblems = toProblems(error);
    return data({ problems, typed: details }, { status: error.status });
  }
}

const searchFields = ['property', 'checkin', 'checkout', 'guests', 'pets', 'promoCode', 'via', 'extra'];

const isSearchField = (name: string): boolean => searchFields.includes(name) || name.startsWith('extra-');

/** Redirects a posted search to its URL with the same body; null if the URL has it already, or none was sent. */
function redirectToSearch(request: Request, form: FormData): Response | null {
  const search = new URLSearchParams([...form].filter(([name]) => isSearchField(name)) as [string, string][]);
  const { pathname, searchParams } = new URL(request.url);
  if (!search.has('checkin') || search.toString() === searchParams.toString()) return null;
  return redirect(`${pathname}?${search}`, 307);
}

/**
 * Leads from a form that was sent without scripts to the payment page. A redirect would be blocked: `form-action` names this
 * site only, and the page's host is the provider's or a domain of the hosts' own. The page itself has the link, too.
 */
export const redirectToPayment = (paymentUrl: string) =>
  data({ paymentUrl }, { headers: { Refresh: `0; url=${paymentUrl}` } });
