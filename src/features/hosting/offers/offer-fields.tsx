import { Choice } from '../../../ui/forms/choice.tsx';
import { Field } from '../../../ui/forms/field.tsx';

const lifetimes = [
  { hours: 24, label: '24 hours' },
  { hours: 48, label: '2 days' },
  { hours: 72, label: '3 days' },
  { hours: 168, label: 'a week' },
];

interface OfferDetails {
  email: string;
  note: string;
  hours: number;
  holdNights: boolean;
}

export function OfferFields({
  details,
  problems,
  set,
}: {
  details: OfferDetails;
  problems: Record<string, string>;
  set(next: Partial<OfferDetails>): void;
}) {
  return (
    <>
      <Field label="It stands for" problem={problems.expiresAt}>
        {(field) => (
          <select
            {...field}
            value={details.hours}
            onChange={({ target }) => set({ hours: Number(target.value) })}
          >
            {lifetimes.map(({ hours, label }) => (
              <option key={hours} value={hours}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Choice
        type="checkbox"
        checked={details.holdNights}
        onChange={({ target }) => set({ holdNights: target.checked })}
      >
        <span className="font-semibold">Hold the nights until then</span>
      </Choice>
      <Field label="Mail it to" hint="Empty: you hand the link on yourself." problem={problems.email}>
        {(field) => (
          <input
            {...field}
            type="email"
            autoComplete="off"
            value={details.email}
            onChange={({ target }) => set({ email: target.value })}
          />
        )}
      </Field>
      <Field label="A few words to the guest, if any" problem={problems.note}>
        {(field) => (
          <textarea
            {...field}
            rows={3}
            maxLength={2000}
            value={details.note}
            onChange={({ target }) => set({ note: target.value })}
          />
        )}
      </Field>
    </>
  );
}
