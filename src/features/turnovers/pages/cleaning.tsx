import { data, redirect } from 'react-router';
import { nullInOutage, pageContext } from '../../../load-context.ts';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { ErrorPage } from '../../../ui/error-page.tsx';
import { cleaning, cleaningTurnover } from '../calls.ts';
import { parseReportForm } from '../report-form.ts';
import { CleaningView, type UnsentReport, UnsentReportView } from '../ui/cleaning-view.tsx';
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
  const page = await nullInOutage(context.get(pageContext), (api) => load(params.token, api));
  const sent = new URL(request.url).searchParams.get('sent');
  return { page, sent, formKey: crypto.randomUUID() };
}

const notStored =
  'Your report was not stored. That is our fault, not yours. Please send it again in a moment.';
const notStoredPhotos = ' Photos that you do not see here were not stored: please choose them again.';

/** Takes the form as browsers send it without scripts, photos included. */
export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const page = context.get(pageContext);
  const { api, origin } = page;
  // Ends here with an unknown link; in an outage the form is read, to be drawn again.
  await nullInOutage(page, () => load(token, api));
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
    const hasLostPhotos = photos.length < form.photos.length + files.length;
    const failure = error.status < 500 ? error.message : notStored + (hasLostPhotos ? notStoredPhotos : '');
    const unsent: UnsentReport = { id, report, photos, failure };
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
  const unsent = actionData?.unsent ?? null;
  const { page, sent, formKey } = loaderData;
  if (page) return <CleaningView page={page} sent={sent} formKey={formKey} unsent={unsent} />;
  return unsent?.id ? <UnsentReportView formKey={formKey} unsent={unsent} /> : <ErrorPage />;
}
