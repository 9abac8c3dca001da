import { useState } from 'react';
import { Field } from '../../../ui/forms/field.tsx';
import { FormDialog, fieldErrors } from '../../../ui/overlays/form-dialog.tsx';
import { bookingGuest } from './guest-calls.ts';
import { type ActionDialogProps, useDecision } from './use-decision.ts';

const fields = [
  { name: 'name', label: 'Name', type: 'text' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel' },
] as const;

type GuestValues = Record<(typeof fields)[number]['name'], string>;

const maxNoteLength = 2000;

/** Corrects who the guest is: first what changes, and what that ends. */
export function GuestDialog(props: ActionDialogProps) {
  const { code, name, email, phone } = props.booking;
  const before: GuestValues = { name, email, phone };
  const [guest, setGuest] = useState(before);
  const [note, setNote] = useState('');
  const decision = useDecision(props);
  const problems = fieldErrors(decision.error);
  const changed = fields.filter((field) => guest[field.name].trim() !== before[field.name]);
  const isReaddressed = changed.some((field) => field.name === 'email');
  const correction: Partial<GuestValues> = Object.fromEntries(
    changed.map((field) => [field.name, guest[field.name].trim()]),
  );
  return (
    <FormDialog
      title="Edit guest"
      submitLabel={isReaddressed ? 'Save and mail the new address' : 'Save'}
      busyLabel="Saving…"
      call={decision}
      canSubmit={changed.length > 0}
      onClose={props.onClose}
      onSubmit={() =>
        decision.mutate({
          act: () =>
            bookingGuest.correct({ code, json: isReaddressed ? { ...correction, note } : correction }),
          done: isReaddressed ? `Saved. ${guest.email.trim()} gets a mail with the booking.` : 'Saved.',
        })
      }
    >
      {fields.map((field) => (
        <Field key={field.name} label={field.label} problem={problems[field.name]}>
          {(control) => (
            <input
              {...control}
              type={field.type}
              required={field.name === 'name' || before[field.name] !== ''}
              autoComplete="off"
              value={guest[field.name]}
              onChange={({ target }) => {
                setGuest({ ...guest, [field.name]: target.value });
                decision.reset();
              }}
            />
          )}
        </Field>
      ))}
      {isReaddressed && (
        <p className="rounded-xl bg-peach p-4 text-ink">
          Every link and browser that had this booking loses it at once. The new address gets a mail with a
          new link, and every planned message
          {before.email === '' ? '.' : '; the old one gets one line without name, home or code.'}
        </p>
      )}
      {changed.length > 0 && (
        <dl className="grid gap-2 rounded-xl bg-mist p-4 wrap-anywhere">
          {changed.map((field) => (
            <div key={field.name}>
              <dt className="text-sm text-slate">{field.label}</dt>
              <dd className="text-ink">
                <s className="text-slate">{before[field.name]}</s> {guest[field.name].trim()}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isReaddressed && (
        <Field label="Words to the guest, if any" problem={problems.note ?? ''}>
          {(control) => (
            <textarea
              {...control}
              rows={2}
              maxLength={maxNoteLength}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
