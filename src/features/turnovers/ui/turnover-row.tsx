import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { hostedTurnover } from '../calls.ts';
import type { HostCleaner, HostTurnover, TurnoverChange } from '../contract.server.ts';
import { formatHours, formatNextGuests, turnoverLimits } from '../turnover.ts';
import { turnoversKey } from './queries.ts';

interface TurnoverRowProps {
  turnover: HostTurnover;
  cleaners: readonly HostCleaner[];
}

const badges = {
  todo: ['Not ready', 'bg-sun/40 text-ink'],
  done: ['Ready', 'bg-leaf text-white'],
  problem: ['Problem', 'bg-danger text-white'],
} as const;

/** One turnover on a line: what is known of it; what hosts may change opens below. */
export function TurnoverRow({ turnover, cleaners }: TurnoverRowProps) {
  const { propertyTitle, isSameDay, status, cleaner, note, report, photos, doneAt, undoneAt } = turnover;
  const [isEditing, setEditing] = useState(false);
  const formId = useId();
  const [label, colors] = badges[status];
  return (
    <li className="px-4 py-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 lg:grid-cols-[minmax(0,22rem)_minmax(12rem,1fr)_minmax(0,auto)_auto]">
        <h3 className="font-sans text-base font-semibold tracking-normal text-deep wrap-anywhere">
          {propertyTitle}
        </h3>
        <p className="text-sm text-slate max-lg:col-start-1">
          {formatHours(turnover)}.{turnover.arrivesOn && ` ${formatNextGuests(turnover)}.`}
        </p>
        <p className="flex flex-wrap items-center gap-2 text-sm font-semibold max-lg:col-start-1 lg:justify-end">
          <span className={cleaner ? 'text-ink' : 'text-danger'}>{cleaner ?? 'Nobody cleans'}</span>
          {isSameDay && <span className="rounded-full bg-deep px-2.5 py-0.5 text-white">Same day</span>}
          <span className={`rounded-full px-2.5 py-0.5 ${colors}`}>{label}</span>
        </p>
        <SmallButton
          className="min-h-11 max-lg:col-start-2 max-lg:row-span-3 max-lg:row-start-1 max-lg:self-start"
          aria-expanded={isEditing}
          aria-controls={isEditing ? formId : undefined}
          onClick={() => setEditing(!isEditing)}
        >
          {isEditing ? 'Close' : 'Edit'}
          <span className="unseen">: {propertyTitle}</span>
        </SmallButton>
      </div>
      {note && (
        <p className="mt-1 text-sm whitespace-pre-line text-ink wrap-anywhere">
          <span className="font-semibold">Note:</span> {note}
        </p>
      )}
      {doneAt && <p className="mt-1 text-sm text-leaf">Done {formatDateTime(doneAt)}</p>}
      {undoneAt && (
        <p className="mt-1 text-sm text-danger">“Done” was taken back {formatDateTime(undoneAt)}</p>
      )}
      {report && (
        <blockquote className="mt-2 border-l-4 border-lagoon pl-3 whitespace-pre-line text-ink wrap-anywhere">
          {report}
        </blockquote>
      )}
      {photos.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {photos.map((url, index) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer" className="block">
                <img
                  src={url}
                  alt={`${propertyTitle}: reported, ${index + 1} of ${photos.length}`}
                  loading="lazy"
                  className="size-20 rounded-lg object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {isEditing && (
        <div id={formId}>
          <TurnoverForm turnover={turnover} cleaners={cleaners} />
        </div>
      )}
    </li>
  );
}

/** The values that differ from others of the same name. */
const differing = (values: TurnoverChange, others: TurnoverChange): TurnoverChange =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== others[name as keyof TurnoverChange]),
  );

/** Fields that nobody has changed here show newer values of the server; what was changed stays until it is saved. */
function TurnoverForm({ turnover, cleaners }: TurnoverRowProps) {
  const client = useQueryClient();
  const [changed, setChanged] = useState<TurnoverChange>({});
  const saving = useMutation({
    mutationFn: (change: TurnoverChange) => hostedTurnover.change({ id: turnover.id, json: change }),
    async onSuccess(_, sent) {
      await client.invalidateQueries({ queryKey: turnoversKey });
      setChanged((now) => differing(now, sent));
    },
  });
  const { propertyTitle, cleanerId, note, status } = turnover;
  const stored = { cleaner_id: cleanerId, note, status };
  const shown = { ...stored, ...changed };
  const choices = cleaners.filter((cleaner) => cleaner.isActive || cleaner.id === shown.cleaner_id);
  const set = (more: TurnoverChange) => setChanged((now) => ({ ...now, ...more }));
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const change = differing(changed, stored);
    if (Object.keys(change).length > 0) saving.mutate(change);
  }
  return (
    <form onSubmit={save} className="mt-3 grid gap-3 border-t border-dune pt-3 sm:grid-cols-2">
      <Field label="Cleaner" size="small">
        {(control) => (
          <select
            {...control}
            value={shown.cleaner_id ?? ''}
            onChange={({ target }) => set({ cleaner_id: target.value || null })}
          >
            <option value="">Nobody</option>
            {choices.map((cleaner) => (
              <option key={cleaner.id} value={cleaner.id}>
                {cleaner.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Status" size="small">
        {(control) => (
          <select
            {...control}
            value={shown.status}
            onChange={({ target }) => set({ status: target.value as HostTurnover['status'] })}
          >
            <option value="todo">To do</option>
            <option value="done">Done</option>
            <option value="problem">Problem</option>
          </select>
        )}
      </Field>
      <Field label="Note for the cleaner" size="small" className="sm:col-span-2">
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={turnoverLimits.note}
            value={shown.note}
            onChange={({ target }) => set({ note: target.value })}
          />
        )}
      </Field>
      {saving.error && (
        <div className="sm:col-span-2">
          <ErrorAlert>{saving.error.message}</ErrorAlert>
        </div>
      )}
      <p className="flex flex-wrap items-center gap-3 sm:col-span-2">
        <SmallButton type="submit" className="min-h-11" disabled={saving.isPending}>
          Save<span className="unseen">: {propertyTitle}</span>
        </SmallButton>
        <span role="status" className="text-sm text-leaf">
          {saving.isSuccess && 'Saved'}
        </span>
      </p>
    </form>
  );
}
