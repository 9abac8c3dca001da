import { type FormEvent, useContext, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import {
  joinNights,
  WaitlistResult,
  waitlistField,
  waitlistFormId,
  waitlistIntent,
} from './join-waitlist.ts';
import { CarriedFields } from './stay-link.tsx';
import { bookPath, type DatedSearch } from './stay-search.ts';

interface NightsWaitlistProps {
  search: DatedSearch;
  property: string;
}

/** Asks for a mail when the nights open; a plain form until the scripts are there, and without them. */
export function NightsWaitlist({ search, property }: NightsWaitlistProps) {
  const [outcome, setOutcome] = useState(useContext(WaitlistResult));
  const [isBusy, setBusy] = useState(false);
  const stay = { ...search, property };

  async function join(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const typed = new FormData(event.currentTarget).get(waitlistField);
    setBusy(true);
    setOutcome(null);
    setOutcome(await joinNights(undefined, stay, String(typed ?? '').trim()));
    setBusy(false);
  }

  return (
    <form
      id={waitlistFormId}
      method="post"
      action={`${bookPath(stay)}#${waitlistFormId}`}
      onSubmit={join}
      aria-label="Waitlist"
      className="grid scroll-mt-24 grid-cols-1 gap-2"
    >
      <input type="hidden" name="intent" value={waitlistIntent} />
      <CarriedFields />
      <div className="flex flex-wrap items-end gap-2">
        <Field id="waitlist-email" label="Hear when these nights open" className="grow">
          {(control) => (
            <input
              {...control}
              name={waitlistField}
              type="email"
              autoComplete="email"
              required
              defaultValue={outcome?.email}
              aria-describedby={outcome ? 'waitlist-outcome' : undefined}
              placeholder="you@example.com"
            />
          )}
        </Field>
        <Button type="submit" variant="quiet" disabled={isBusy}>
          Join the waitlist
        </Button>
      </div>
      <div aria-live="polite" id="waitlist-outcome">
        {outcome && <Alert failed={!outcome.isJoined}>{outcome.message}</Alert>}
      </div>
    </form>
  );
}
