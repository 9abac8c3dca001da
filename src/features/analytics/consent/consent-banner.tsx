import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { trackerNames, type Vendors } from '../../../shared/trackers.ts';
import { Button } from '../../../ui/button.tsx';
import { type Analytics, createAnalytics } from '../analytics.ts';
import { isTracked } from '../events.ts';
import { subscribe } from '../track.ts';
import { type Choice, getConsent, hasGpc, onConsentChange, saveConsent } from './consent.ts';

/** Follows the visitor's choice, and asks for it while there is none and when the visitor wants to change it. */
export function Privacy({ vendors }: { vendors: Vendors }) {
  const { pathname } = useLocation();
  const [asked, setAsked] = useState<'unasked' | 'at first' | 'again'>('unasked');
  const analytics = useRef<Analytics>(undefined);
  const before = useRef<Element>(null);

  useEffect(() => {
    const made = createAnalytics(vendors);
    analytics.current = made;
    const follow = () => {
      if (!hasGpc() && getConsent() === 'accepted') void made.begin();
      else made.end();
    };
    const endListening = onConsentChange(() => {
      follow();
      setAsked('unasked');
    });
    if (!hasGpc() && getConsent() === null) setAsked('at first');
    else follow();
    subscribe((note) => {
      if (note.name !== 'ChoicesWanted') return made.hear(note);
      before.current = document.activeElement;
      setAsked('again');
    });
    return () => {
      endListening();
      made.end();
    };
  }, [vendors]);

  function close() {
    setAsked('unasked');
    if (before.current instanceof HTMLElement) before.current.focus();
    before.current = null;
  }

  function choose(choice: Choice) {
    saveConsent(choice);
    if (choice === 'accepted') void analytics.current?.begin();
    else analytics.current?.end();
    close();
  }

  if (asked === 'unasked' || (asked === 'at first' && !isTracked(pathname))) return null;
  return hasGpc() ? (
    <Notice title="Your browser says no for you" focused buttons={[['Close', close]]}>
      It asks sites not to pass anything on (Global Privacy Control), and we follow that: no outside service
      hears of your visit.
    </Notice>
  ) : (
    <Notice
      title={`May we tell ${listed(trackerNames(vendors))} about this visit?`}
      focused={asked === 'again'}
      buttons={[
        ['Decline', () => choose('declined')],
        ['Accept', () => choose('accepted')],
      ]}
    >
      It helps us see which ads bring guests. They learn the pages you open and what you book, never your
      name, e-mail or phone. Everything here works the same without.{' '}
      {asked === 'again' && consentStatusText()}
    </Notice>
  );
}

const listed = (names: string[]): string =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names);

const consentStatusText = (): string =>
  ({ accepted: 'You have accepted.', declined: 'You have declined.', open: '' })[getConsent() ?? 'open'];

interface NoticeProps {
  title: string;
  children: React.ReactNode;
  /** Equal in looks and size. */
  buttons: [words: string, act: () => void][];
  /** Whether the visitor asked for it; one that comes by itself leaves the focus where it is. */
  focused: boolean;
}

/**
 * A strip below the page that stays in sight while it waits for an answer. It has a place of its own at the page's end
 * and covers nothing for good; it comes first in the order of the keyboard.
 */
function Notice({ title, children, buttons, focused }: NoticeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus({ preventScroll: true });
  }, [focused]);
  return (
    <section
      aria-labelledby="privacy-notice"
      className="privacy-notice sticky bottom-0 z-30 order-last border-t border-dune bg-white shadow-lift"
    >
      <div className="page-width flex flex-wrap items-center gap-x-8 gap-y-3 py-4">
        <div className="min-w-0 flex-1 basis-96">
          <h2
            ref={heading}
            id="privacy-notice"
            tabIndex={-1}
            className="font-sans text-base font-semibold tracking-normal text-deep"
          >
            {title}
          </h2>
          <p className="mt-1 text-sm text-slate">{children}</p>
        </div>
        <div className="flex grow gap-3 sm:grow-0">
          {buttons.map(([words, act]) => (
            <Button key={words} look="quiet" onClick={act} className="grow sm:min-w-32">
              {words}
            </Button>
          ))}
        </div>
      </div>
    </section>
  );
}
