import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyLink } from '../../../ui/copy-link.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import type { Trip } from '../record/trip.schema.server.ts';
import { tripPath } from '../record/trip-paths.ts';
import type { SharingOutcome } from './submit-sharing.ts';

interface ShareFormProps {
  trip: Pick<Trip, 'code' | 'companions' | 'now'>;
  outcome: SharingOutcome | null;
}

const maxNameLength = 80;

/** The links of companions: plain forms make and end them, and a list shows them. */
export function ShareForm({ trip: { code, companions, now }, outcome }: ShareFormProps) {
  const action = `${tripPath(code)}#companions`;
  return (
    <div className="grid gap-5">
      <p className="text-slate">
        A link of their own: it shows the dates, the guide and how to get in, and nothing of the price, your
        messages or your address. It ends with your stay.
      </p>
      {companions.length > 0 && (
        <ul className="divide-y divide-dune/70">
          {companions.map(({ id, name }) => (
            <li key={id} className="flex min-h-14 items-center justify-between gap-4 py-1">
              <span className="min-w-0 wrap-anywhere text-ink">{name}</span>
              <form method="post" action={action}>
                <input type="hidden" name="id" value={id} />
                <Button
                  type="submit"
                  name="intent"
                  value="unshare"
                  variant="quiet"
                  className="whitespace-nowrap"
                  aria-label={`End the link of ${name}`}
                >
                  End the link
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
      {outcome?.url && (
        <div className="grid gap-3 rounded-2xl bg-mist p-4">
          <p className="text-ink" role="status">
            {`The link for ${outcome.name}. Copy it now: it is shown this once.`}
          </p>
          <CopyLink url={outcome.url} label={`Link for ${outcome.name}`} />
        </div>
      )}
      <form method="post" action={action} className="grid gap-4">
        <input type="hidden" name="readAt" value={now} />
        <Field id="companion-name" label="Who is it for?">
          {(control) => (
            <input
              {...control}
              name="name"
              required
              maxLength={maxNameLength}
              autoComplete="off"
              defaultValue={outcome?.url ? '' : outcome?.name}
              aria-invalid={outcome?.isNameInvalid || undefined}
            />
          )}
        </Field>
        {outcome?.failure && (
          <Alert failed role="alert">
            {outcome.failure}
          </Alert>
        )}
        <Button
          type="submit"
          name="intent"
          value="share"
          variant="secondary"
          className="w-full sm:w-auto sm:justify-self-start"
        >
          Make a link
        </Button>
      </form>
    </div>
  );
}
