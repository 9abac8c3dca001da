import { Component, type ReactNode } from 'react';
import { isRouteErrorResponse } from 'react-router';
import type { SiteSettings } from '../shared/site-settings.server.ts';
import { BrandMark } from './brand-mark.tsx';
import { ButtonLink, buttonClass } from './button.tsx';
import { PageMessage } from './page-message.tsx';

export function MissingPage() {
  return (
    <Message
      title="This page drifted out to sea"
      text="There is nothing at this address. Perhaps the link is old, or a letter went missing on the way."
    >
      <ButtonLink to="/">Back to Home</ButtonLink>
      <ButtonLink to="/shop" variant="quiet">
        Browse Properties
      </ButtonLink>
    </Message>
  );
}

const standardText = 'This page could not be shown just now. Please try again in a moment.';

/**
 * Shows the error's `message` for guests, if it has one; details are only in the log. Links load a new document, so
 * that the failed scripts start again.
 */
export function ErrorPage({ error }: { error?: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <MissingPage />;
  return (
    <Message
      title="Oops! Something went wrong"
      text={(isRouteErrorResponse(error) && error.data?.message) || standardText}
    >
      {/* biome-ignore lint/a11y/useValidAnchor: an empty address is this page's own, and loads it again */}
      <a href="" className={buttonClass()}>
        Try Again
      </a>
      <a href="/" className={buttonClass('quiet')}>
        Back to Home
      </a>
      <a href="/shop" className={buttonClass('quiet')}>
        Browse Properties
      </a>
    </Message>
  );
}

/** The page shown when even the site's frame failed; it needs no data. */
export function FailedPage() {
  return (
    <>
      <header className="page-width flex h-18 items-center">
        <a href="/" className="flex items-center gap-2.5 py-2 text-gulf">
          <BrandMark className="size-8 shrink-0 sm:size-9" />
          <span className="font-display leading-none text-deep sm:text-xl">
            {fallbackSettings.business_name}
          </span>
        </a>
      </header>
      <main id="main" tabIndex={-1} className="grow outline-none">
        <ErrorPage />
      </main>
    </>
  );
}

interface MessageProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** A message with its own title of the document. */
export const Message = (props: MessageProps) => (
  <>
    <title>{`${props.title} | PCB Beach Rentals`}</title>
    <PageMessage {...props} />
  </>
);

/** Shown while this process has read no settings: nothing that hosts may have changed, and no year. */
export const fallbackSettings: SiteSettings = {
  business_name: 'PCB Beach Rentals',
  town: 'Panama City Beach',
  phone: '',
  phoneHref: 'tel:',
  email: '',
  video_url: '',
  video_headline: '',
  map_query: '',
  review_rating: 0,
  review_count: 0,
  showsExamples: false,
  social_facebook_url: '',
  social_instagram_url: '',
  social_tiktok_url: '',
  terms_url: '',
  privacy_url: '',
  credit_label: '',
  credit_url: '',
  copyright_year: 0,
  legal_name: '',
  legal_address: '',
  hasGoogleSignIn: false,
  isClosed: false,
  properties: [],
  hasProducts: true,
  videoPoster: null,
  banner: null,
  mapImage: null,
  hostImages: { guestExperience: null, propertyManager: null },
};

interface ErrorBoundaryProps {
  fallback: ReactNode;
  children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
