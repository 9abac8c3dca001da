import type { ReactNode } from 'react';
import { formatDate } from '../../../shared/dates.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { RichText } from '../../../ui/rich-text/viewer.tsx';
import { UnbrokenText } from '../../../ui/unbroken-text.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { StayLine } from '../../bookings/book/stay-line.tsx';
import { AccessText } from '../../bookings/record/access-text.tsx';
import type { Trip } from '../../bookings/record/trip.schema.server.ts';
import { toAgreedTerms } from '../../bookings/record/trip.ts';
import { tripPath } from '../../bookings/record/trip-paths.ts';
import { formatTime, type PropertyDetail } from '../../listings/property-detail.ts';
import type { Guide } from '../guide.ts';
import { WifiCode } from './wifi-code.tsx';

interface GuideViewProps {
  guide: Guide;
  trip: Trip;
  /** `null` for a home that is listed no longer. */
  property: PropertyDetail | null;
  /** The first day on which access is shown; `null`: it is shown, or was. */
  accessOn: string | null;
}

interface Chapter {
  id: string;
  title: string;
  content: ReactNode;
}

interface GuideDocumentProps {
  title: string;
  /** Dates and times; nothing for a stay that is not confirmed. */
  facts: ReactNode;
  guide: Guide;
  address: string;
  rules: string[];
  accessOn: string | null;
  /** The names of the guests, for companions with whom the stay was shared. */
  coming?: string[];
  /** The page of the trip, where it may be read. */
  back?: `/${string}`;
}

/** The guide as the guest of a stay reads it. */
export function GuideView({ guide, trip, property, accessOn }: GuideViewProps) {
  const agreedRules = toAgreedTerms(trip.agreed)?.houseRules ?? [];
  const { checkInFrom, checkOutUntil } = trip.checkInFrom ? trip : (property ?? trip);
  const times = checkInFrom
    ? [`check-in from ${formatTime(checkInFrom)}`, `check-out until ${formatTime(checkOutUntil)}`]
    : [];
  return (
    <GuideDocument
      title={`Guide to ${property?.title ?? trip.property.title}`}
      facts={trip.status === 'confirmed' && <StayLine stay={trip} more={times} />}
      guide={guide}
      address={trip.address ?? ''}
      rules={agreedRules.length > 0 ? agreedRules : (property?.houseRules ?? [])}
      accessOn={accessOn}
      back={tripPath(trip.code)}
    />
  );
}

/** Everything about a home for its guests: on the screen with a table of contents, on paper two pages without it. */
export function GuideDocument({ title, facts, back, ...content }: GuideDocumentProps) {
  const chapters = useChapters(content);
  return (
    <div className="mx-auto max-w-3xl print:max-w-none print:text-[8.5pt] print:leading-snug">
      {back && (
        <div className="print:hidden">
          <BackLink to={back}>Back to your trip</BackLink>
        </div>
      )}
      <header className="mt-4 rounded-3xl bg-deep p-6 text-glass sm:p-10 print:mt-0 print:rounded-none print:border-b print:bg-transparent print:p-0 print:pb-2 print:text-ink">
        <h1 className="text-4xl wrap-anywhere text-white sm:text-5xl print:text-2xl print:text-ink">
          <UnbrokenText>{title}</UnbrokenText>
        </h1>
        {facts && <p className="mt-4 text-lg print:mt-1 print:text-[9pt]">{facts}</p>}
      </header>
      <Chapters chapters={chapters.filter(isArrivalChapter)} />
      <nav aria-label="In this guide" className="mt-6 rounded-3xl bg-mist p-6 sm:px-8 print:hidden">
        <p aria-hidden="true" className="mb-2 font-display text-xl text-deep">
          In this guide
        </p>
        <ol className="gap-x-8 sm:columns-2">
          {chapters.map(({ id, title: name }) => (
            <li key={id} className="break-inside-avoid">
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-gulf underline-offset-4 hover:underline"
              >
                {name}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <Chapters chapters={chapters.filter((chapter) => !isArrivalChapter(chapter))} />
    </div>
  );
}

/** The facts needed in front of the door come first. */
const isArrivalChapter = ({ id }: Chapter): boolean => id === 'getting-in' || id === 'wifi';

const Chapters = ({ chapters }: { chapters: Chapter[] }) => (
  <div className="print:mt-3 print:columns-2 print:gap-6">
    {chapters.map(({ id, title: name, content }) => (
      <section
        key={id}
        id={id}
        aria-labelledby={`${id}-title`}
        className="mt-6 rounded-3xl bg-white p-6 wrap-anywhere shadow-card sm:p-8 print:mt-0 print:mb-3 print:rounded-none print:bg-transparent print:p-0 print:shadow-none"
      >
        <h2
          id={`${id}-title`}
          className="mb-4 text-2xl text-deep print:mb-1 print:break-after-avoid print:text-base"
        >
          {name}
        </h2>
        {content}
      </section>
    ))}
  </div>
);

/** Printed images are small, so that the guide has two pages. */
const sectionClass =
  'text-ink print:[&_img]:my-1 print:[&_img]:max-h-20 print:[&_img]:w-auto print:[&_img]:rounded-none print:[&_p]:my-1';

function useChapters({
  guide,
  address,
  rules,
  accessOn,
  coming = [],
}: Omit<GuideDocumentProps, 'title' | 'facts' | 'back'>): Chapter[] {
  const { phone } = useSiteSettings();
  const { sections, wifi, access } = guide;
  const chapter = (id: string, title: string, content: ReactNode): Chapter => ({ id, title, content });
  return [
    ...(access || address
      ? [chapter('getting-in', 'Getting in', <GettingIn address={address} access={access} />)]
      : []),
    ...(wifi ? [chapter('wifi', 'Wi-Fi', <Wifi wifi={wifi} />)] : []),
    ...(accessOn ? [chapter('access', 'Address, door and Wi-Fi', <NotYet accessOn={accessOn} />)] : []),
    ...sections.map(({ title, html }, index) =>
      chapter(`section-${index + 1}`, title, <RichText html={html} className={sectionClass} />),
    ),
    ...(coming.length > 0 ? [chapter('coming', 'Who else is coming', <Names names={coming} />)] : []),
    ...(rules.length > 0 ? [chapter('rules', 'House rules', <Rules rules={rules} />)] : []),
    ...(phone ? [chapter('hosts', 'Your hosts', <Hosts />)] : []),
  ];
}

const NotYet = ({ accessOn }: { accessOn: string }) => (
  <p className="text-slate">
    From {formatDate(accessOn)} on, three days before you arrive, you find here how to come in, and the name
    and password of the Wi-Fi.
  </p>
);

const GettingIn = ({ address, access }: { address: string; access: string | undefined }) => (
  <>
    {address && <p className="text-lg text-ink print:text-[length:inherit]">{address}</p>}
    {access && (
      <p className="mt-3 rounded-2xl bg-mist p-4 whitespace-pre-line text-ink first:mt-0 print:mt-1 print:bg-transparent print:p-0">
        <AccessText>{access}</AccessText>
      </p>
    )}
  </>
);

/** `copy-text.js` shows the button and makes it work; without scripts the password is a text like any other. */
const Wifi = ({ wifi }: { wifi: NonNullable<Guide['wifi']> }) => (
  <div className="flex flex-wrap items-center justify-between gap-6 print:gap-3">
    <dl className="min-w-0">
      <dt className="text-sm font-semibold text-slate print:text-[length:inherit]">Network</dt>
      <dd className="text-lg font-semibold wrap-anywhere text-ink print:text-[length:inherit]">
        {wifi.name}
      </dd>
      <dt className="mt-3 text-sm font-semibold text-slate print:mt-1 print:text-[length:inherit]">
        Password
      </dt>
      <dd className="text-lg font-semibold wrap-anywhere text-ink print:text-[length:inherit]">
        {wifi.password || 'None: the network is open'}
      </dd>
      {wifi.password && (
        <dd className="mt-3 print:hidden">
          <button
            type="button"
            hidden
            data-copy={wifi.password}
            data-copied="Copied"
            className={buttonClass('quiet', '[[hidden]]:hidden')}
          >
            Copy the password
          </button>
        </dd>
      )}
    </dl>
    <figure className="min-w-0 max-sm:-ml-4">
      <WifiCode wifi={wifi} />
      <figcaption className="mt-1 text-center text-sm text-slate print:text-[length:inherit]">
        Scan to join
      </figcaption>
    </figure>
  </div>
);

const Names = ({ names }: { names: string[] }) => <p className="text-lg text-ink">{names.join(', ')}</p>;

const Rules = ({ rules }: { rules: string[] }) => (
  <ul className="list-disc space-y-1.5 pl-5 text-ink marker:text-lagoon print:space-y-0">
    {rules.map((rule) => (
      <li key={rule}>{rule}</li>
    ))}
  </ul>
);

function Hosts() {
  const { phone, phoneHref } = useSiteSettings();
  return (
    <p className="text-ink">
      Anything not as it should be? Call us at{' '}
      <a href={phoneHref} className="font-semibold text-gulf underline underline-offset-4">
        {phone}
      </a>
      , at any hour.
    </p>
  );
}
