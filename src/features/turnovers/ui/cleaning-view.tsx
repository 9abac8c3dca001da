import { CalendarPlus, Camera, ChevronDown, CircleCheck, TriangleAlert, Undo2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { telHref } from '../../../shared/text/phone.ts';
import { Alert, ErrorAlert } from '../../../ui/alert.tsx';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { RichText } from '../../../ui/rich-text/viewer.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { type CleaningTexts, cleaningTexts } from '../cleaning-texts.ts';
import type { CleanerTurnover, CleaningPage } from '../contract.server.ts';
import { turnoverLimits } from '../turnover.ts';

/** A report that was not stored, as it was sent. */
export interface UnsentReport {
  id: string;
  report: string;
  /** Addresses of its photos that are stored. */
  photos: string[];
  failure: string;
}

/** The last action on this page. */
interface LastAction {
  /** The id of the turnover that was reported. */
  sent: string | null;
  /** The id of the turnover whose "Done" was taken back. */
  undone: string | null;
  /** Why it could not be taken back. */
  failure: string | null;
}

interface CleaningViewProps {
  page: CleaningPage;
  last: LastAction;
  /** Part of the Idempotency-Key of each form on the page. */
  formKey: string;
  unsent: UnsentReport | null;
}

/** The cleaner's turnovers, for a phone in a wet hand: large buttons, strong contrast, plain forms. */
export function CleaningView({ page, last, formKey, unsent }: CleaningViewProps) {
  const { name, language, today, turnovers } = page;
  const { phone } = useSiteSettings();
  const texts = cleaningTexts[language];
  const days = Map.groupBy(turnovers, ({ departsOn }) => departsOn);
  return (
    <main
      id="main"
      lang={language}
      tabIndex={-1}
      className="mx-auto w-full max-w-2xl grow px-4 py-6 outline-none"
    >
      <h1 className="text-3xl text-deep">{texts.title}</h1>
      <p className="mt-1 text-lg text-ink wrap-anywhere">{texts.hello(name)}</p>
      {!unsent && <Outcome page={page} last={last} texts={texts} />}
      {unsent && !turnovers.some(({ id, canReport }) => id === unsent.id && canReport) && (
        <div className="mt-4">
          <ErrorAlert>{unsent.failure}</ErrorAlert>
        </div>
      )}
      {turnovers.length === 0 && (
        <p className="mt-6 rounded-2xl bg-mist p-5 text-lg text-deep">{texts.nothing}</p>
      )}
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-labelledby={`day-${day}`} className="mt-7">
          <h2 id={`day-${day}`} className="text-2xl text-deep first-letter:uppercase">
            {dayTitle({ day, today, ofDay, texts })}
          </h2>
          <div className="mt-3 grid gap-5">
            {ofDay.map((turnover) => (
              <Turnover
                key={turnover.id}
                turnover={turnover}
                today={today}
                texts={texts}
                formKey={formKey}
                unsent={unsent?.id === turnover.id ? unsent : null}
              />
            ))}
          </div>
        </section>
      ))}
      <p className="mt-10 border-t border-dune pt-5 text-lg text-ink">
        {texts.unclear}{' '}
        <a
          href={telHref(phone)}
          className="inline-flex min-h-12 items-center font-semibold text-gulf underline underline-offset-4"
        >
          {texts.callUs(phone)}
        </a>
      </p>
      <p className="flex items-start gap-2 text-slate">
        <CalendarPlus aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        {texts.calendar}
      </p>
    </main>
  );
}

interface UnsentReportViewProps {
  formKey: string;
  unsent: UnsentReport;
}

/** The report without its turnover, while that cannot be loaded. */
export const UnsentReportView = ({ formKey, unsent }: UnsentReportViewProps) => (
  <main id="main" tabIndex={-1} className="mx-auto w-full max-w-2xl grow px-4 py-6 outline-none">
    <h1 className="text-3xl text-deep">{cleaningTexts.en.yourReport}</h1>
    <ReportForm
      turnover={{ ...unsent, propertyTitle: '' }}
      texts={cleaningTexts.en}
      formKey={formKey}
      unsent={unsent}
    />
  </main>
);

/** The result of the last press, and what may be undone. */
function Outcome({ page, last, texts }: Pick<CleaningViewProps, 'page' | 'last'> & { texts: CleaningTexts }) {
  const { turnovers, justDone } = page;
  const sent = turnovers.find(({ id }) => id === last.sent);
  const undone = turnovers.find(({ id }) => id === last.undone);
  const isListed = justDone.some(({ id }) => id === last.sent);
  return (
    <div className="mt-4 grid gap-3 empty:hidden">
      {last.failure && <ErrorAlert>{last.failure}</ErrorAlert>}
      {undone && undone.status !== 'done' && <Alert role="alert">{texts.undone(undone.propertyTitle)}</Alert>}
      {sent && !isListed && sent.status !== 'todo' && (
        <Alert role="alert">
          {sent.status === 'done'
            ? texts.thanksDone(sent.propertyTitle)
            : texts.thanksProblem(sent.propertyTitle)}
        </Alert>
      )}
      {justDone.map(({ id, propertyTitle }) => (
        <div key={id} className="grid gap-2 rounded-xl border border-leaf/30 bg-leaf/8 p-4 text-leaf">
          <p
            role={id === last.sent ? 'alert' : undefined}
            className="flex gap-3 text-lg font-medium wrap-anywhere"
          >
            <CircleCheck aria-hidden="true" className="shrink-0" />
            {id === last.sent ? texts.thanksDone(propertyTitle) : texts.isDone(propertyTitle)}
          </p>
          <form method="post">
            <input type="hidden" name="id" value={id} />
            <button
              type="submit"
              name="status"
              value="undo"
              className={`${wide} border-2 border-leaf bg-white text-leaf`}
            >
              <Undo2 aria-hidden="true" className="size-6" />
              {texts.undo}
              <span className="unseen">: {propertyTitle}</span>
            </button>
          </form>
        </div>
      ))}
    </div>
  );
}

interface DayTitle {
  day: string;
  today: string;
  ofDay: readonly CleanerTurnover[];
  texts: CleaningTexts;
}

function dayTitle({ day, today, ofDay, texts }: DayTitle): string {
  if (day === today) return texts.today(texts.day(day));
  const isStillOpen = day < today && ofDay.some(({ status }) => status !== 'done');
  return isStillOpen ? texts.stillOpen(texts.day(day)) : texts.day(day);
}

interface TurnoverProps {
  turnover: CleanerTurnover;
  today: string;
  texts: CleaningTexts;
  formKey: string;
  unsent: UnsentReport | null;
}

function Turnover({ turnover, today, texts, formKey, unsent }: TurnoverProps) {
  const { id, propertyTitle, address, isSameDay, status, note, checkList, access, canReport } = turnover;
  const isOpen = turnover.departsOn <= today && status !== 'done';
  return (
    <article
      id={`turnover-${id}`}
      aria-labelledby={`home-${id}`}
      className="scroll-mt-4 rounded-2xl border-2 border-deep/25 bg-white p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 id={`home-${id}`} className="text-2xl text-deep wrap-anywhere">
          {propertyTitle}
        </h3>
        {isSameDay && (
          <span className="rounded-full bg-danger px-3 py-1 font-semibold text-white">{texts.sameDay}</span>
        )}
      </div>
      {address && <p className="mt-1 text-lg whitespace-pre-line text-ink wrap-anywhere">{address}</p>}
      <dl className="mt-3 grid gap-1 text-lg text-ink">
        <Fact name={texts.outBy}>{texts.time(turnover.outBy)}</Fact>
        <Fact name={texts.nextGuests}>{nextArrival(turnover, today, texts)}</Fact>
        {turnover.arrivesOn && <Fact name={texts.howMany}>{texts.guests(turnover)}</Fact>}
      </dl>
      {note && (
        <p className="mt-3 rounded-xl bg-sun/30 p-3 text-lg whitespace-pre-line text-ink wrap-anywhere">
          <strong>{texts.note}</strong> {note}
        </p>
      )}
      {access && (
        <Part title={texts.access} isOpen={isOpen}>
          <p className="whitespace-pre-line wrap-anywhere">{access}</p>
        </Part>
      )}
      {checkList && (
        <Part title={texts.checkList} isOpen={isOpen}>
          <RichText html={checkList} />
        </Part>
      )}
      {status !== 'todo' && <Reported turnover={turnover} texts={texts} />}
      {canReport && <ReportForm turnover={turnover} texts={texts} formKey={formKey} unsent={unsent} />}
    </article>
  );
}

function nextArrival(
  { arrivesOn, nextGuestsFrom, isSameDay }: CleanerTurnover,
  today: string,
  texts: CleaningTexts,
): string {
  if (arrivesOn === null) return texts.noNextGuests;
  const from = texts.time(nextGuestsFrom);
  if (isSameDay) return texts.fromSameDay(from);
  return arrivesOn === today ? texts.fromToday(from) : texts.fromDay(from, texts.day(arrivesOn));
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="text-slate">{name}:</dt>
    <dd className="font-semibold wrap-anywhere">{children}</dd>
  </div>
);

interface PartProps {
  title: string;
  isOpen: boolean;
  children: ReactNode;
}

const Part = ({ title, isOpen, children }: PartProps) => (
  <details className="group mt-3 rounded-xl border border-dune" open={isOpen}>
    <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 px-3 text-lg font-semibold text-deep">
      {title}
      <ChevronDown aria-hidden="true" className="size-6 shrink-0 text-gulf group-open:rotate-180" />
    </summary>
    <div className="px-3 pb-3 text-lg text-ink">{children}</div>
  </details>
);

interface ReportedProps {
  turnover: CleanerTurnover;
  texts: CleaningTexts;
}

function Reported({ turnover: { status, report, photos }, texts }: ReportedProps) {
  const [Icon, label, colors] =
    status === 'done'
      ? [CircleCheck, texts.statusDone, 'bg-leaf/10 text-leaf']
      : [TriangleAlert, texts.statusProblem, 'bg-danger/10 text-danger'];
  return (
    <div className={`mt-4 rounded-xl p-3 ${colors}`}>
      <p className="flex items-center gap-2 text-lg font-semibold">
        <Icon aria-hidden="true" className="size-6 shrink-0" />
        {label}
      </p>
      {report && <p className="mt-1 text-lg whitespace-pre-line text-ink wrap-anywhere">{report}</p>}
      <Images photos={photos} texts={texts} />
    </div>
  );
}

const Images = ({ photos, texts }: { photos: readonly string[]; texts: CleaningTexts }) =>
  photos.length > 0 && (
    <ul className="mt-2 grid grid-cols-3 gap-2">
      {photos.map((url, index) => (
        <li key={url}>
          <img
            src={url}
            alt={texts.imageAlt(index + 1, photos.length)}
            loading="lazy"
            className="aspect-square w-full rounded-lg object-cover"
          />
        </li>
      ))}
    </ul>
  );

interface ReportFormProps {
  turnover: Pick<CleanerTurnover, 'id' | 'propertyTitle' | 'report' | 'photos'>;
  texts: CleaningTexts;
  formKey: string;
  unsent: UnsentReport | null;
}

const wide = 'flex min-h-14 w-full items-center justify-center gap-2 rounded-xl px-4 text-lg font-semibold';

/** Checks a form before it is sent, while its chosen files can still be changed. */
function findProblem(form: HTMLFormElement, button: HTMLElement | null): 'whatIsIt' | 'tooManyImages' | null {
  const fields = new FormData(form);
  const files = fields.getAll('file').filter((file) => file instanceof File && file.size > 0);
  const images = fields.getAll('photo').length + files.length;
  if (images > turnoverLimits.photos) return 'tooManyImages';
  const isProblem = button instanceof HTMLButtonElement && button.value === 'problem';
  return isProblem && images === 0 && String(fields.get('report')).trim() === '' ? 'whatIsIt' : null;
}

interface StoredImagesProps {
  /** The photos of the last report, and those of the unsent one that are stored already. */
  photos: readonly string[];
  /** The photos that are ticked. */
  chosen: readonly string[];
  texts: CleaningTexts;
}

/** The report replaces the last one, with those of these photos that stay ticked. */
const StoredImages = ({ photos, chosen, texts }: StoredImagesProps) =>
  photos.length > 0 && (
    <ul className="grid gap-2 sm:grid-cols-2">
      {photos.map((url, index) => (
        <li key={url}>
          <Choice
            type="checkbox"
            name="photo"
            value={url}
            defaultChecked={chosen.includes(url)}
            className="rounded-xl border border-dune p-2 text-lg"
          >
            <img src={url} alt="" loading="lazy" className="size-16 shrink-0 rounded-lg object-cover" />
            {texts.keepImage(index + 1)}
          </Choice>
        </li>
      ))}
    </ul>
  );

/** Sent by the browser itself, with scripts or without. */
function ReportForm({ turnover, texts, formKey, unsent }: ReportFormProps) {
  const { id, propertyTitle } = turnover;
  const descriptionRef = useRef<HTMLTextAreaElement>(null);
  const fileRef = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<ReturnType<typeof findProblem>>(null);
  const chosen = unsent?.photos ?? turnover.photos;
  const failure = problem ? texts[problem] : unsent?.failure;
  return (
    <form
      id={`turnover-form-${id}`}
      method="post"
      encType="multipart/form-data"
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        const found = findProblem(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
        if (!found) return;
        event.preventDefault();
        flushSync(() => setProblem(found));
        (found === 'whatIsIt' ? descriptionRef : fileRef).current?.focus();
      }}
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="key" value={`${formKey}-${id}`} />
      {failure && <ErrorAlert id={`failure-${id}`}>{failure}</ErrorAlert>}
      <StoredImages photos={[...new Set([...turnover.photos, ...chosen])]} chosen={chosen} texts={texts} />
      <Field id={`report-${id}`} label={<span className="text-lg">{texts.descriptionLabel}</span>}>
        {(control) => (
          <textarea
            {...control}
            ref={descriptionRef}
            aria-describedby={failure ? `failure-${id}` : undefined}
            name="report"
            rows={3}
            maxLength={turnoverLimits.report}
            defaultValue={unsent?.report ?? turnover.report}
          />
        )}
      </Field>
      <Field
        id={`file-${id}`}
        label={
          <span className="flex items-center gap-2 text-lg">
            <Camera aria-hidden="true" className="size-6" />
            {texts.photos}
          </span>
        }
      >
        {(control) => (
          <input
            {...control}
            ref={fileRef}
            aria-describedby={problem === 'tooManyImages' ? `failure-${id}` : undefined}
            type="file"
            name="file"
            multiple
            accept="image/*"
            className="min-h-12 w-full min-w-0 text-base text-ink file:mr-3 file:min-h-12 file:rounded-xl file:border-2 file:border-gulf file:bg-white file:px-4 file:font-semibold file:text-gulf"
          />
        )}
      </Field>
      <button type="submit" name="status" value="done" className={`${wide} bg-leaf text-white`}>
        <CircleCheck aria-hidden="true" className="size-6" />
        {texts.done}
        {propertyTitle && <span className="unseen">: {propertyTitle}</span>}
      </button>
      <button
        type="submit"
        name="status"
        value="problem"
        className={`${wide} border-2 border-danger bg-white text-danger`}
      >
        <TriangleAlert aria-hidden="true" className="size-6" />
        {texts.problem}
        {propertyTitle && <span className="unseen">: {propertyTitle}</span>}
      </button>
    </form>
  );
}
