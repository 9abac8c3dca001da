import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { SmallButton, SmallButtonLink } from '../../../ui/small-button.tsx';
import { rowWrite } from '../../admin/calls/calls.ts';
import { cleanerLink } from '../calls.ts';
import type { HostCleaner } from '../contract.server.ts';
import { turnoversKey } from './queries.ts';

/** Everyone who cleans, each with a way to a new link. */
export const CleanerLinks = ({ cleaners }: { cleaners: readonly HostCleaner[] }) => (
  <section aria-labelledby="cleaners" className="rounded-2xl bg-white p-4 shadow-card">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 id="cleaners" className="text-xl text-deep">
        Cleaners
      </h2>
      <SmallButtonLink to="/admin?table=cleaners" className="min-h-11">
        {cleaners.length === 0 ? 'Add the first one' : 'Add or change'}
      </SmallButtonLink>
    </div>
    {cleaners.length === 0 ? (
      <p className="mt-1 text-slate">
        Nobody yet. Add whoever cleans, then choose them for each home in the table of properties.
      </p>
    ) : (
      <ul className="mt-2 divide-y divide-dune/70">
        {cleaners.map((cleaner) => (
          <CleanerRow key={cleaner.id} cleaner={cleaner} />
        ))}
      </ul>
    )}
  </section>
);

function CleanerRow({ cleaner: { id, name, email, language, isActive } }: { cleaner: HostCleaner }) {
  const client = useQueryClient();
  const translating = useMutation({
    mutationFn: (next: string) => rowWrite.update({ table: 'cleaners', id, json: { language: next } }),
    onSettled: () => client.invalidateQueries({ queryKey: turnoversKey }),
  });
  const [isAsking, setAsking] = useState(false);
  const renewing = useMutation({
    mutationFn: () => cleanerLink.renew({ id }),
    onSettled: () => setAsking(false),
  });
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold text-deep">{name}</span>
          <span className="text-slate">
            {' '}
            {email}
            {!isActive && ', switched off'}
          </span>
        </p>
        <Field label={<span aria-hidden="true">Page in</span>} size="inline" className="ml-auto">
          {(control) => (
            <select
              {...control}
              aria-label={`Language of the page of ${name}`}
              value={translating.isPending ? translating.variables : language}
              disabled={translating.isPending}
              onChange={({ target }) => translating.mutate(target.value)}
            >
              <option value="en">English</option>
              <option value="es">Spanish</option>
            </select>
          )}
        </Field>
        <SmallButton aria-haspopup="dialog" className="min-h-11" onClick={() => setAsking(true)}>
          New link<span className="unseen"> for {name}</span>
        </SmallButton>
      </div>
      {renewing.data && (
        <Field label={`Link of ${name}, to hand over`} size="small" className="mt-2">
          {(control) => (
            <input {...control} readOnly value={renewing.data} onFocus={({ target }) => target.select()} />
          )}
        </Field>
      )}
      {translating.error && <ErrorAlert>{translating.error.message}</ErrorAlert>}
      {renewing.error && <ErrorAlert>{renewing.error.message}</ErrorAlert>}
      {isAsking && (
        <ConfirmDialog
          title={`A new link for ${name}?`}
          confirmLabel="Make a new link"
          isDanger
          isBusy={renewing.isPending}
          onConfirm={() => renewing.mutate()}
          onCancel={() => setAsking(false)}
        >
          <p>The link that {name} has now ends at once. The new one stands here, and in the next mail.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
