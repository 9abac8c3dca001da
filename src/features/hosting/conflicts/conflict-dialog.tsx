import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { conflict as conflictCalls } from './calls.ts';
import type { Conflict, ConflictChoice, ConflictDetail } from './contract.server.ts';
import { MailPreview } from './mail-preview.tsx';
import { conflictQuery, conflictsQuery } from './queries.ts';

interface ConflictDialogProps {
  conflict: Conflict;
  onClose(): void;
  /** @param text describes the action */
  onDone(text: string): void;
}

interface Option {
  label: string;
  hint: string;
  choice: ConflictChoice;
  submit: string;
  done: string;
}

type ChoiceId = Pick<ConflictChoice, 'choice'> & { property?: string };

/** Finds the option of the same kind and home, whatever its amounts are now. */
export const findOption = (options: Option[], { choice, property }: ChoiceId): Option | undefined =>
  options.find((option) => {
    const id: ChoiceId = option.choice;
    return id.choice === choice && id.property === property;
  });

/** The possible actions, the best for the guest first. */
export function toOptions({ booking, choices, offeredAt }: ConflictDetail): Option[] {
  const { properties, stays, refund, notes } = choices;
  const money = (amount: number) => formatMoney(amount, booking.currency);
  const moves = properties.map(
    ({ slug, title, total }): Option => ({
      label: `Move to ${title}`,
      hint: `Free on the same nights. The guest pays ${money(total)}, no more than before.`,
      choice: { choice: 'move', property: slug, total, note: notes.move },
      submit: 'Move the guest and send this mail',
      done: `${booking.name} has moved to ${title}, and has the mail.`,
    }),
  );
  const dates: Option = {
    label: 'Offer other dates',
    hint: `${offeredAt ? `Last offered ${formatDateTime(offeredAt)}. ` : ''}${stays
      .map(({ checkin, checkout }) => `${formatDate(checkin)} to ${formatDate(checkout)}`)
      .join('; ')}`,
    choice: {
      choice: 'dates',
      stays: stays.map(({ checkin, checkout }) => ({ checkin, checkout })),
      offeredAt,
      note: notes.dates,
    },
    submit: 'Send this mail',
    done: `${booking.name} has the mail. The stay is unchanged until the answer.`,
  };
  const apology: Option = {
    label: 'Refund with an apology',
    hint: `The stay is cancelled, and ${money(refund)} goes back.`,
    choice: { choice: 'refund', refund, note: notes.refund },
    submit: 'Cancel, refund and send this mail',
    done: `Cancelled. ${money(refund)} goes back to ${booking.name}, with the apology.`,
  };
  return [...moves, ...(stays.length > 0 ? [dates] : []), apology];
}

export function ConflictDialog({ conflict, onClose, onDone }: ConflictDialogProps) {
  const { data, error, refetch } = useQuery(conflictQuery(conflict.id));
  if (data && !error) return <Choices detail={data} onClose={onClose} onDone={onDone} />;
  return (
    <Dialog title={dialogTitle} onClose={onClose}>
      {error ? (
        <div className="grid justify-items-start gap-3">
          <ErrorAlert>{error.message}</ErrorAlert>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      ) : (
        <Spinner label="Looking for free homes and dates..." />
      )}
    </Dialog>
  );
}

const dialogTitle = 'Booked twice';

interface ChoicesProps extends Omit<ConflictDialogProps, 'conflict'> {
  detail: ConflictDetail;
}

function Choices({ detail, onClose, onDone }: ChoicesProps) {
  const group = useId();
  const client = useQueryClient();
  const options = toOptions(detail);
  const [chosen, setChosen] = useState<ChoiceId | undefined>(options[0]?.choice);
  const option = chosen && findOption(options, chosen);
  const resolving = useMutation({
    mutationFn: ({ choice }: Option) => conflictCalls.resolve({ id: detail.id, json: choice }),
    onSuccess: (list, { done }) => {
      client.setQueryData(conflictsQuery.queryKey, list);
      onDone(done);
    },
    onError: () => void client.invalidateQueries({ queryKey: conflictQuery(detail.id).queryKey }),
  });
  return (
    <FormDialog
      title={dialogTitle}
      submitLabel={option?.submit ?? 'Send this mail'}
      busyLabel="Working…"
      canSubmit={option !== undefined}
      call={resolving}
      onSubmit={() => option && resolving.mutate(option)}
      onClose={onClose}
    >
      <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
        <legend className="mb-2 text-ink">
          {`What do you want to do for ${detail.booking.name}? Nothing happens before you have seen the mail.`}
        </legend>
        {options.map(({ label, hint, choice }) => (
          <Choice
            key={label}
            type="radio"
            variant="card"
            name={group}
            checked={choice === option?.choice}
            onChange={() => setChosen(choice)}
          >
            <span className="min-w-0">
              <span className="block font-semibold text-ink">{label}</span>
              <span className="block text-slate">{hint}</span>
            </span>
          </Choice>
        ))}
      </fieldset>
      {option ? (
        <MailPreview id={detail.id} choice={option.choice} />
      ) : (
        <p className="text-ink">What you had chosen is no longer possible. Please choose again.</p>
      )}
    </FormDialog>
  );
}
