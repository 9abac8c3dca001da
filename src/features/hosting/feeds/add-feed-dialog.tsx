import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { adminClient } from '../../admin/calls/client.ts';
import { channelsClient } from '../../channels/client.ts';
import { channelNames } from '../conflicts/channel-names.ts';
import { FormDialog, fieldErrors } from '../ui/form-dialog.tsx';
import { feedsKey } from './queries.ts';

interface AddFeedDialogProps {
  homes: readonly { id: string; title: string }[];
  onClose(): void;
}

const fieldClass =
  'mt-1.5 min-h-12 w-full rounded-xl border border-driftwood/70 bg-white px-4 py-2.5 text-base text-ink aria-invalid:border-danger';

/** Adds a calendar and reads it at once. */
export function AddFeedDialog({ homes, onClose }: AddFeedDialogProps) {
  const id = useId();
  const client = useQueryClient();
  const adding = useMutation({
    mutationFn: async (row: Record<string, string>) => {
      const added = await adminClient().create('calendar_feeds', row);
      // What the reading brings stands beside the calendar, also when it fails.
      if (added)
        await channelsClient()
          .readNow(String(added.id))
          .catch(() => {});
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: feedsKey });
      onClose();
    },
  });
  const [isIncomplete, setIncomplete] = useState(false);
  const urlProblem = isIncomplete
    ? 'Please paste the whole address, from https:// on.'
    : fieldErrors(adding.error).url;
  function add({ currentTarget }: FormEvent<HTMLFormElement>) {
    const row = Object.fromEntries(new FormData(currentTarget)) as Record<string, string>;
    const isWhole = /^https?:\/\/./i.test(row.url?.trim() ?? '');
    setIncomplete(!isWhole);
    if (isWhole) adding.mutate(row);
  }
  return (
    <FormDialog
      title="Add a calendar"
      submitLabel="Add and read it"
      busyLabel="Reading it…"
      call={adding}
      problem={urlProblem}
      onSubmit={add}
      onClose={onClose}
    >
      <Choice label="Home" name="property_id" options={homes.map(({ id: home, title }) => [home, title])} />
      <Choice label="Site" name="channel" options={Object.entries(channelNames)} />
      <div>
        <label htmlFor={`${id}-url`} className="font-semibold text-ink">
          Address of its calendar
        </label>
        <p id={`${id}-hint`} className="text-slate">
          The site shows it where it exports its calendar; it ends in .ics or has “ical” in it.
        </p>
        <input
          id={`${id}-url`}
          name="url"
          type="url"
          autoComplete="off"
          placeholder="https://"
          aria-describedby={`${id}-hint`}
          aria-invalid={urlProblem !== undefined || undefined}
          className={fieldClass}
        />
      </div>
    </FormDialog>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  options: readonly [value: string, label: string][];
}

const Choice = ({ label, name, options }: ChoiceProps) => (
  <label className="font-semibold text-ink">
    {label}
    <select name={name} className={fieldClass}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </label>
);
