import { CalendarPlus, Camera, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { telHref } from '../../../shared/text/phone.ts';
import { Alert, ErrorAlert } from '../../../ui/alert.tsx';
import { RichText } from '../../../ui/rich-text/viewer.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { formatTime } from '../../listings/property-detail.ts';
import type { CleanerTurnover, CleaningPage } from '../contract.server.ts';
import { formatDay, formatNextGuests, turnoverLimits } from '../turnover.ts';

/** A report that was not stored, as it was sent. */
export interface UnsentReport {
  id: string;
  report: string;
  /** Addresses of its photos that are stored. */
  photos: string[];
  failure: string;
}

interface CleaningViewProps {
  page: CleaningPage;
  /** The id of the turnover that was just reported. */
  sent: string | null;
  /** Part of the Idempotency-Key of each form on the page. */
  formKey: string;
  unsent: UnsentReport | null;
}

/** What a cleaner has to do, for a phone in a wet hand: large buttons, strong contrast, plain forms. */
export function CleaningView({ page: { name, today, turnovers }, sent, formKey, unsent }: CleaningViewProps) {
  const { phone } = useSiteSettings();
  const days = Map.groupBy(turnovers, ({ departsOn }) => departsOn);
  const sentTurnover = turnovers.find(({ id }) => id === sent);
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-2xl grow px-4 py-6 outline-none">
      <h1 className="text-3xl text-deep">Your turnovers</h1>
      <p className="mt-1 text-lg text-ink wrap-anywhere">Hello {name}. This is today and the next 30 days.</p>
      {!unsent && sentTurnover && (
        <div className="mt-4">
          <Alert role="alert">{sentText(sentTurnover)}</Alert>
        </div>
      )}
      {unsent && !turnovers.some(({ id, canReport }) => id === unsent.id && canReport) && (
        <div className="mt-4">
          <ErrorAlert>{unsent.failure}</ErrorAlert>
        </div>
      )}
      {turnovers.length === 0 && (
        <p className="mt-6 rounded-2xl bg-mist p-5 text-lg text-deep">
          Nothing to clean just now. We write to you as soon as there is.
        </p>
      )}
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-labelledby={`day-${day}`} className="mt-7">
          <h2 id={`day-${day}`} className="text-2xl text-deep">
            {dayTitle(day, today, ofDay)}
          </h2>
          <div className="mt-3 grid gap-5">
            {ofDay.map((turnover) => (
              <Turnover
                key={turnover.id}
                turnover={turnover}
                today={today}
                formKey={formKey}
                unsent={unsent?.id === turnover.id ? unsent : null}
              />
            ))}
          </div>
        </section>
      ))}
      <p className="mt-10 border-t border-dune pt-5 text-lg text-ink">
        Something is unclear?{' '}
        <a
          href={telHref(phone)}
          className="inline-flex min-h-12 items-center font-semibold text-gulf underline underline-offset-4"
        >
          Call us: {phone}
        </a>
      </p>
      <p className="flex items-start gap-2 text-slate">
        <CalendarPlus aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        The address of this page with “.ics” behind it is the same as a calendar, to subscribe to.
      </p>
    </main>
  );
}

interface UnsentReportViewProps {
  formKey: string;
  unsent: UnsentReport;
}

/** The report alone, while its turnover cannot be loaded. */
export const UnsentReportView = ({ formKey, unsent }: UnsentReportViewProps) => (
  <main id="main" tabIndex={-1} className="mx-auto w-full max-w-2xl grow px-4 py-6 outline-none">
    <h1 className="text-3xl text-deep">Your report</h1>
    <ReportForm turnover={{ ...unsent, home: '' }} formKey={formKey} unsent={unsent} />
  </main>
);

const sentText = ({ home, status }: CleanerTurnover): string =>
  status === 'done'
    ? `Thank you. ${home} is done, and the hosts can see it.`
    : `Thank you. The hosts see that there is a problem in ${home}.`;

function dayTitle(day: string, today: string, ofDay: readonly CleanerTurnover[]): string {
  if (day === today) return `Today, ${formatDay(day)}`;
  const isStillOpen = day < today && ofDay.some(({ status }) => status !== 'done');
  return isStillOpen ? `Still open, ${formatDay(day)}` : formatDay(day);
}

interface TurnoverProps {
  turnover: CleanerTurnover;
  today: string;
  formKey: string;
  unsent: UnsentReport | null;
}

function Turnover({ turnover, today, formKey, unsent }: TurnoverProps) {
  const { id, home, address, isSameDay, status, note, checkList, access, canReport } = turnover;
  return (
    <article
      id={`turnover-${id}`}
      aria-labelledby={`home-${id}`}
      className="scroll-mt-4 rounded-2xl border-2 border-deep/25 bg-white p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 id={`home-${id}`} className="text-2xl text-deep wrap-anywhere">
          {home}
        </h3>
        {isSameDay && (
          <span className="rounded-full bg-danger px-3 py-1 font-semibold text-white">Same day</span>
        )}
      </div>
      {address && <p className="mt-1 text-lg whitespace-pre-line text-ink wrap-anywhere">{address}</p>}
      <dl className="mt-3 grid gap-1 text-lg text-ink">
        <Fact name="Guests out by">{formatTime(turnover.outBy)}</Fact>
        <Fact name="Next guests">{nextArrival(turnover, today)}</Fact>
        {turnover.arrivesOn && <Fact name="How many">{formatNextGuests(turnover)}</Fact>}
      </dl>
      {note && (
        <p className="mt-3 rounded-xl bg-sun/30 p-3 text-lg whitespace-pre-line text-ink wrap-anywhere">
          <strong>Note:</strong> {note}
        </p>
      )}
      {access && (
        <Part title="How to get in">
          <p className="whitespace-pre-line wrap-anywhere">{access}</p>
        </Part>
      )}
      {checkList && (
        <Part title="Check list">
          <RichText html={checkList} />
        </Part>
      )}
      {status !== 'todo' && <Reported turnover={turnover} />}
      {canReport && <ReportForm turnover={turnover} formKey={formKey} unsent={unsent} />}
    </article>
  );
}

function nextArrival({ arrivesOn, nextGuestsFrom, isSameDay }: CleanerTurnover, today: string): string {
  if (arrivesOn === null) return 'Nobody yet';
  const from = formatTime(nextGuestsFrom);
  if (isSameDay) return `${from} the same day`;
  return arrivesOn === today ? `${from} today` : `${from} on ${formatDay(arrivesOn)}`;
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="text-slate">{name}:</dt>
    <dd className="font-semibold wrap-anywhere">{children}</dd>
  </div>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="mt-3 rounded-xl border border-dune" open>
    <summary className="flex min-h-12 cursor-pointer items-center px-3 text-lg font-semibold text-deep">
      {title}
    </summary>
    <div className="px-3 pb-3 text-lg text-ink">{children}</div>
  </details>
);

function Reported({ turnover: { status, report, photos } }: { turnover: CleanerTurnover }) {
  const [Icon, label, colors] =
    status === 'done'
      ? [CircleCheck, 'Done', 'bg-leaf/10 text-leaf']
      : [TriangleAlert, 'Problem reported', 'bg-danger/10 text-danger'];
  return (
    <div className={`mt-4 rounded-xl p-3 ${colors}`}>
      <p className="flex items-center gap-2 text-lg font-semibold">
        <Icon aria-hidden="true" className="size-6 shrink-0" />
        {label}
      </p>
      {report && <p className="mt-1 text-lg whitespace-pre-line text-ink wrap-anywhere">{report}</p>}
      <Photos photos={photos} />
    </div>
  );
}

const Photos = ({ photos }: { photos: readonly string[] }) =>
  photos.length > 0 && (
    <ul className="mt-2 grid grid-cols-3 gap-2">
      {photos.map((url, index) => (
        <li key={url}>
          <img
            src={url}
            alt={`Reported, ${index + 1} of ${photos.length}`}
            loading="lazy"
            className="aspect-square w-full rounded-lg object-cover"
          />
        </li>
      ))}
    </ul>
  );

interface ReportFormProps {
  turnover: Pick<CleanerTurnover, 'id' | 'home' | 'report' | 'photos'>;
  formKey: string;
  unsent: UnsentReport | null;
}

const wide = 'flex min-h-14 w-full items-center justify-center gap-2 rounded-xl px-4 text-lg font-semibold';

/** Sent by the browser itself, with scripts or without. */
function ReportForm({ turnover, formKey, unsent }: ReportFormProps) {
  const { id, home } = turnover;
  const photos = unsent?.photos ?? turnover.photos;
  return (
    <form method="post" encType="multipart/form-data" className="mt-4 grid gap-3">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="key" value={`${formKey}-${id}`} />
      {photos.map((url) => (
        <input key={url} type="hidden" name="photo" value={url} />
      ))}
      {unsent && <ErrorAlert>{unsent.failure}</ErrorAlert>}
      {unsent && <Photos photos={unsent.photos} />}
      <label htmlFor={`report-${id}`} className="text-lg font-semibold text-ink">
        Anything broken, missing or left behind?
      </label>
      <textarea
        id={`report-${id}`}
        name="report"
        rows={3}
        maxLength={turnoverLimits.report}
        defaultValue={unsent?.report ?? turnover.report}
        className="w-full rounded-xl border-2 border-driftwood bg-white p-3 text-lg text-ink"
      />
      <label htmlFor={`file-${id}`} className="flex items-center gap-2 text-lg font-semibold text-ink">
        <Camera aria-hidden="true" className="size-6" />
        Photos, up to {turnoverLimits.photos}
      </label>
      <input
        id={`file-${id}`}
        type="file"
        name="file"
        multiple
        accept="image/*"
        className="min-h-12 w-full min-w-0 text-base text-ink file:mr-3 file:min-h-12 file:rounded-xl file:border-2 file:border-gulf file:bg-white file:px-4 file:font-semibold file:text-gulf"
      />
      <button type="submit" name="status" value="done" className={`${wide} bg-leaf text-white`}>
        <CircleCheck aria-hidden="true" className="size-6" />
        Done{home && <span className="unseen">: {home}</span>}
      </button>
      <button
        type="submit"
        name="status"
        value="problem"
        className={`${wide} border-2 border-danger bg-white text-danger`}
      >
        <TriangleAlert aria-hidden="true" className="size-6" />
        There is a problem{home && <span className="unseen">: {home}</span>}
      </button>
    </form>
  );
}
