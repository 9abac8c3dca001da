import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toFeedUrl } from '../../../shared/forms/formats.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { FormDialog, fieldErrors } from '../../../ui/overlays/form-dialog.tsx';
import { rowWrites } from '../../admin/calls/calls.ts';
import { feed } from '../../channels/calls.ts';
import { channelNames } from '../../channels/channel-names.ts';
import type { CheckedReading } from '../../channels/contract.server.ts';
import { conflictsQuery } from '../conflicts/queries.ts';
import { feedsKey } from './queries.ts';

interface AddFeedDialogProps {
  homes: readonly { id: string; title: string }[];
  /** @param reading null where the calendar could not be read */
  onAdded(reading: CheckedReading | null): void;
  onClose(): void;
}

/** Adds a calendar and reads it at once. */
export function AddFeedDialog({ homes, onAdded, onClose }: AddFeedDialogProps) {
  const client = useQueryClient();
  const adding = useMutation({
    mutationFn: async (row: Record<string, string>) => {
      const added = await rowWrites.create({ table: 'calendar_feeds', json: row });
      // The result of the reading is shown beside the calendar, also if it fails.
      return added ? feed.readNow({ id: String(added.id) }).catch(() => null) : null;
    },
    onSuccess: async (reading) => {
      void client.invalidateQueries({ queryKey: conflictsQuery.queryKey });
      await client.invalidateQueries({ queryKey: feedsKey });
      onAdded(reading);
    },
  });
  const [isIncomplete, setIncomplete] = useState(false);
  const urlProblem = isIncomplete
    ? 'Please paste the whole address, from https:// on.'
    : fieldErrors(adding.error).url;
  function add({ currentTarget }: FormEvent<HTMLFormElement>) {
    const row = Object.fromEntries(new FormData(currentTarget)) as Record<string, string>;
    const isWhole = /^https?:\/\/./.test(toFeedUrl(row.url?.trim() ?? ''));
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
      <Field
        label="Address of its calendar"
        hint="The site shows it where it exports its calendar; it ends in .ics or has “ical” in it."
      >
        {(control) => (
          <input
            {...control}
            name="url"
            type="url"
            autoComplete="off"
            placeholder="https://"
            aria-invalid={urlProblem !== undefined || undefined}
          />
        )}
      </Field>
    </FormDialog>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  options: readonly [value: string, label: string][];
}

const Choice = ({ label, name, options }: ChoiceProps) => (
  <Field label={label}>
    {(control) => (
      <select {...control} name={name}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);
