import { data, redirect } from 'react-router';
import { nullInOutage, pageContext } from '../../../load-context.ts';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { ErrorPage } from '../../../ui/error-page.tsx';
import { orNotFound } from '../../../ui/loading/or-not-found.ts';
import { cleaning, cleaningTurnover } from '../calls.ts';
import { type CleaningTexts, cleaningTexts } from '../cleaning-texts.ts';
import type { CleaningPage } from '../contract.server.ts';
import { parseReportForm } from '../report-form.ts';
import { CleaningView, type UnsentReport, UnsentReportView } from '../ui/cleaning-view.tsx';
import type { Route } from './+types/cleaning';

/** The page of a cleaner, without navigation or anything else that leads away from the work. */
export const handle = {
  ownFrame: true,
  language(data: { page: CleaningPage | null } | undefined) {
    const lang = data?.page?.language ?? 'en';
    return { lang, skipLink: cleaningTexts[lang].skipLink };
  },
};

/** @throws a 404 response for an unknown, renewed or switched-off link */
const load = (token: string, fetch?: Fetch) => orNotFound(cleaning.read({ token, fetch }));

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = await nullInOutage(context.get(pageContext), (api) => load(params.token, api));
  const { searchParams } = new URL(request.url);
  const [sent, undone] = [searchParams.get('sent'), searchParams.get('undone')];
  return { page, sent, undone, formKey: crypto.randomUUID() };
}

/** Takes the form as browsers send it without scripts, photos included. */
export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const page = context.get(pageContext);
  const { api, origin } = page;
  // Ends here with an unknown link; in an outage the form is read, to be drawn again.
  const loaded = await nullInOutage(page, () => load(token, api));
  const texts = cleaningTexts[loaded?.language ?? 'en'];
  const form = await parseReportForm(request);
  const { id, key, status, report, files } = form;
  if (status === 'undo') return undo({ token, id, texts, fetch: api });
  const photos = [...form.photos];
  function uploadImage(file: File): Promise<string> {
    const body = new FormData();
    body.set('file', file);
    // No browser states it for calls in process.
    return cleaning.uploadImage({ token, form: body, headers: { Origin: origin }, fetch: api });
  }
  try {
    if (form.problem) {
      const lost = files.length > 0 ? texts.notStoredImages : '';
      throw new ApiError(400, texts[form.problem] + lost, {}, {});
    }
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
    const hasLostImages = photos.length < form.photos.length + files.length;
    const lost = texts.notStored + (hasLostImages ? texts.notStoredImages : '');
    const failure = error.status < 500 ? rejectionText(error, texts) : lost;
    const unsent: UnsentReport = { id, report, photos, failure };
    return data({ unsent, failure: null }, { status: error.status });
  }
  return redirect(`/cleaning/${token}?sent=${encodeURIComponent(id)}`, 303);
}

const rejectionText = ({ details, message }: ApiError, { rejections }: CleaningTexts): string =>
  rejections[String(details.reason)] ?? rejections[String(details.code)] ?? message;

interface Undo {
  token: string;
  id: string;
  texts: CleaningTexts;
  fetch: Fetch;
}

/** Takes "Done" back; the page says what came of it. */
async function undo({ token, id, texts, fetch }: Undo) {
  try {
    await cleaningTurnover.undo({ token, id, fetch });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const failure = error.status < 500 ? rejectionText(error, texts) : texts.notUndone;
    return data({ unsent: null, failure }, { status: error.status });
  }
  return redirect(`/cleaning/${token}?undone=${encodeURIComponent(id)}`, 303);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${cleaningTexts[loaderData?.page?.language ?? 'en'].title} | PCB Beach Rentals` },
  { name: 'robots', content: 'noindex' },
];

export default function Cleaning({ loaderData, actionData }: Route.ComponentProps) {
  const unsent = actionData?.unsent ?? null;
  const { page, formKey, ...last } = loaderData;
  const failure = actionData?.failure ?? null;
  if (page) return <CleaningView page={page} last={{ ...last, failure }} formKey={formKey} unsent={unsent} />;
  return unsent?.id ? <UnsentReportView formKey={formKey} unsent={unsent} /> : <ErrorBoundary />;
}

/** The error page in the main part that a page without the site's frame has to have. */
export const ErrorBoundary = ({ error }: { error?: unknown }) => (
  <main id="main" tabIndex={-1} className="grow outline-none">
    <ErrorPage error={error} />
  </main>
);
