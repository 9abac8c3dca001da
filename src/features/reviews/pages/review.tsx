import { data, redirect, useSearchParams } from 'react-router';
import { nullInOutage, pageContext } from '../../../load-context.ts';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { ErrorPage } from '../../../ui/error-page.tsx';
import { orNotFound } from '../../../ui/loading/or-not-found.ts';
import { stayReview } from '../calls.ts';
import type { ReviewForm } from '../contract.server.ts';
import { ReviewConflict } from '../ui/review-conflict.tsx';
import { ReviewFormView, type UnsentReview, UnsentReviewView } from '../ui/review-form-view.tsx';
import type { Route } from './+types/review';

/** @throws a 404 response for an unknown link */
async function load(token: string, fetch?: Fetch): Promise<{ form: ReviewForm } | { conflict: string }> {
  try {
    return { form: await orNotFound(stayReview.read({ token, fetch })) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    return { conflict: error.message };
  }
}

export const loader = ({ params, context }: Route.LoaderArgs) =>
  nullInOutage(context.get(pageContext), (api) => load(params.token, api));

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(params.token);

/** Publishes what the form sent, or shows it again with what is wrong. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData();
  const field = (name: string) => String(form.get(name) ?? '');
  const typed = {
    rating: Number(field('rating')),
    text: field('text'),
    name: field('name'),
    privateNote: field('privateNote'),
  };
  try {
    await stayReview.write({ token: params.token, json: typed, fetch: context.get(pageContext).api });
    return redirect(`/reviews/${params.token}?sent=1`, 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const unsent: UnsentReview = { typed, problems: error.fields, failure: error.message };
    return data({ unsent }, { status: error.status });
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Review your stay | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function ReviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const wasSent = useSearchParams()[0].has('sent');
  const unsent = actionData?.unsent ?? null;
  if (!loaderData) return unsent ? <UnsentReviewView unsent={unsent} /> : <ErrorPage />;
  if ('form' in loaderData)
    return <ReviewFormView form={loaderData.form} wasSent={wasSent} unsent={unsent} />;
  return <ReviewConflict message={loaderData.conflict} />;
}
