import { ErrorPage } from '../../../ui/error-page.tsx';
import { ArrivalForm } from '../arrival-details/arrival-form.tsx';
import { UnsentMessageForm } from './conversation.tsx';
import type { TripOutcome } from './trip-money.tsx';

export interface UnsentFormProps {
  code: string;
  /** The page's own. */
  path: string;
  outcome: Partial<Pick<TripOutcome, 'unsent' | 'unsaved'>>;
}

/** The page of a booking that cannot be loaded: the form that was sent, as it was typed, or else the error page. */
export function UnsentForm({ code, path, outcome: { unsent, unsaved } }: UnsentFormProps) {
  if (!unsent && !unsaved) return <ErrorPage />;
  return (
    <section className="mx-auto max-w-2xl rounded-3xl bg-white p-6 shadow-card sm:p-10">
      <h1 className="mb-6 text-4xl text-deep">Your booking {code}</h1>
      {unsent && <UnsentMessageForm code={code} path={path} unsent={unsent} />}
      {unsaved && <ArrivalForm trip={{ code, guests: 1, arrivalDetails: {} }} unsaved={unsaved} />}
    </section>
  );
}
