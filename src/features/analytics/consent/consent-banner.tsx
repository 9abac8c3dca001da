import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { trackerNames, type Vendors } from '../../../shared/trackers.ts';
import { Button } from '../../../ui/button.tsx';
import { type Analytics, createAnalytics } from '../analytics.ts';
import { isTracked } from '../events.ts';
import { subscribe } from '../track.ts';
import { type ConsentChoice, getConsent, hasGpc, onConsentChange, saveConsent } from './consent.ts';

/** Starts and stops analytics by the visitor's choice; shows the banner while there is none, and on request. */
export function ConsentBanner({ vendors }: { vendors: Vendors }) {
  const { pathname } = useLocation();
  const [mode, setMode] = useState<'hidden' | 'first' | 'requested'>('hidden');
  const analytics = useRef<Analytics>(undefined);
  const previousFocus = useRef<Element>(null);

  useEffect(() => {
    const created = createAnalytics(vendors);
    analytics.current = created;
    const applyChoice = () => {
      if (!hasGpc() && getConsent() === 'accepted') void created.start();
      else created.stop();
    };
    const unsubscribe = onConsentChange(() => {
      applyChoice();
      setMode('hidden');
    });
    if (!hasGpc() && getConsent() === null) setMode('first');
    else applyChoice();
    subscribe((item) => {
      if (item.name !== 'ConsentRequested') return created.record(item);
      previousFocus.current = document.activeElement;
      setMode('requested');
    });
    return () => {
      unsubscribe();
      created.stop();
    };
  }, [vendors]);

  function close() {
    setMode('hidden');
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
    previousFocus.current = null;
  }

  function choose(choice: ConsentChoice) {
    saveConsent(choice);
    if (choice === 'accepted') void analytics.current?.start();
    else analytics.current?.stop();
    close();
  }

  if (mode === 'hidden' || (mode === 'first' && !isTracked(pathname))) return null;
  return hasGpc() ? (
    <Notice title="Your browser says no for you" focused buttons={[['Close', close]]}>
      It asks sites not to pass anything on (Global Privacy Control), and we follow that: no outside service
      hears of your visit.
    </Notice>
  ) : (
    <Notice
      title={`May we tell ${listed(trackerNames(vendors))} about this visit?`}
      focused={mode === 'requested'}
      buttons={[
        ['Decline', () => choose('declined')],
        ['Accept', () => choose('accepted')],
      ]}
    >
      It helps us see which ads bring guests. They learn the pages you open and what you book, never your
      name, e-mail or phone. Everything here works the same without.{' '}
      {mode === 'requested' && consentStatusText()}
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
  buttons: [label: string, act: () => void][];
  /** Whether the visitor opened it; else the focus stays where it is. */
  focused: boolean;
}

/** Sticks to the bottom with a place of its own at the page's end, so that it covers nothing; first in tab order. */
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
          {buttons.map(([label, act]) => (
            <Button key={label} variant="quiet" onClick={act} className="grow sm:min-w-32">
              {label}
            </Button>
          ))}
        </div>
      </div>
    </section>
  );
}
