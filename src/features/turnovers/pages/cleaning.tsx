import { data, redirect } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { cleaning, cleaningTurnover } from '../calls.ts';
import { parseReportForm } from '../report-form.ts';
import { CleaningView, type UnsentReport } from '../ui/cleaning-view.tsx';
import type { Route } from './+types/cleaning';

/** The page stands alone: no navigation, nothing that leads a cleaner away from the work. */
export const handle = { ownFrame: true };

/** @throws a 404 response for an unknown, renewed or switched-off link */
async function load(token: string, fetch?: Fetch) {
  try {
    return await cleaning.read({ token, fetch });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw data(null, { status: 404, statusText: 'Not Found' });
    throw error;
  }
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = await load(params.token, context.get(pageContext).api);
  const sent = new URL(request.url).searchParams.get('sent');
  return { page, sent, formKey: crypto.randomUUID() };
}

/** Takes the form as browsers send it without scripts, photos included. */
export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const { api, origin } = context.get(pageContext);
  await load(token, api);
  const form = await parseReportForm(request);
  const { id, key, status, report, files } = form;
  const photos = [...form.photos];
  function uploadImage(file: File): Promise<string> {
    const body = new FormData();
    body.set('file', file);
    // No browser states it for calls in process.
    return cleaning.uploadImage({ token, form: body, headers: { Origin: origin }, fetch: api });
  }
  try {
    if (form.problem) throw new ApiError(400, form.problem, {}, {});
    for (const file of files) photos.push(await uploadImage(file));
    await cleaningTurnover.report({
      token,
      id,
      json: { status, report, photos },
      idempotencyKey: key,
      fetch: api,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const unsent: UnsentReport = { id, report, photos, failure: error.message };
    return data({ unsent }, { status: error.status });
  }
  return redirect(
    `/cleaning/${token}?sent=${encodeURIComponent(id)}#turnover-${encodeURIComponent(id)}`,
    303,
  );
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = () => [
  { title: 'Your turnovers | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function Cleaning({ loaderData, actionData }: Route.ComponentProps) {
  return <CleaningView {...loaderData} unsent={actionData?.unsent ?? null} />;
}
