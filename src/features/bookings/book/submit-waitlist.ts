import { data } from 'react-router';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { type DetailProblems, readDetails } from './details.ts';
import { joinNights, waitlistField, waitlistIntent } from './join-waitlist.ts';
import { parseStaySearch } from './stay-search.ts';

/** Joins the waitlist from a form that was sent without scripts; `null` for another form. */
export async function submitWaitlist(request: Request, api: Fetch) {
  const form = await request.clone().formData();
  if (form.get('intent') !== waitlistIntent) return null;
  const search = parseStaySearch(new URL(request.url).searchParams);
  const waitlist = await joinNights(api, search, String(form.get(waitlistField) ?? '').trim());
  const problems: DetailProblems = {};
  const typed = form.has('name') ? readDetails(form) : undefined;
  return data({ problems, typed, waitlist }, { status: waitlist.status });
}
