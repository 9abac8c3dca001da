import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { pluralize } from '../../../shared/text/text.ts';
import { Alert, ErrorAlert } from '../../../ui/alert.tsx';
import { SmallButton, SmallButtonLink } from '../../../ui/small-button.tsx';
import { exampleRemoval, examples } from '../../admin/examples/calls.ts';
import type { ExampleList } from '../../admin/examples/contract.server.ts';
import { launchQuery } from '../queries.ts';

const examplesQuery = queryOptions({
  queryKey: ['examples'],
  queryFn: ({ signal }) => examples.list({ signal }),
});

interface Outcome {
  text: string;
  /** The id of the removal that can be undone. */
  removal?: string;
}

/** The rows of the seed that no host has saved, which hosts adopt or move to the trash. */
export function Examples() {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = useQuery(examplesQuery);
  const [done, setDone] = useState<Outcome | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (call: () => Promise<Outcome>) => call(),
    onMutate: () => setDone(null),
    async onSuccess(outcome) {
      setDone(outcome);
      await Promise.all([
        client.invalidateQueries({ queryKey: examplesQuery.queryKey }),
        client.invalidateQueries({ queryKey: launchQuery.queryKey }),
      ]);
    },
  });
  const run = (call: () => Promise<Outcome>) => {
    // The pressed button disappears, the heading stays.
    heading.current?.focus();
    mutate(call);
  };
  const tables = data?.tables ?? [];
  if (tables.length === 0 && !done && !error) return null;
  return (
    <section aria-labelledby="examples" className="mt-8">
      <h2 ref={heading} id="examples" tabIndex={-1} className="mb-2 text-xl text-deep">
        Examples
      </h2>
      <div aria-live="polite" className="mb-3 grid justify-items-start gap-3 empty:hidden">
        {done && <Alert>{done.text}</Alert>}
        {done?.removal && <Undo id={done.removal} isBusy={isPending} run={run} />}
      </div>
      {error && (
        <div className="mb-3">
          <ErrorAlert>{error.message}</ErrorAlert>
        </div>
      )}
      {tables.length > 0 && (
        <div className="rounded-2xl bg-white shadow-card">
          <p className="px-4 pt-4 text-slate sm:px-5">
            They show what goes where, and no guest sees them in production. Save one to make it yours.
          </p>
          <ul>
            {tables.map((one) => (
              <ExampleLine key={one.table} example={one} isBusy={isPending} run={run} />
            ))}
          </ul>
          <div className="border-t border-dune px-4 py-4 sm:px-5">
            <SmallButton disabled={isPending} onClick={() => run(removeAll)}>
              Remove all examples
            </SmallButton>
          </div>
        </div>
      )}
    </section>
  );
}

interface ActionProps {
  isBusy: boolean;
  run(call: () => Promise<Outcome>): void;
}

function ExampleLine({
  example: { table, title, ids },
  isBusy,
  run,
}: ActionProps & { example: ExampleList['tables'][number] }) {
  const of = <span className="unseen">: {title}</span>;
  const claim = async (): Promise<Outcome> => {
    await examples.claim({ json: { table, ids } });
    return { text: `${title}: they are yours now.` };
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-dune px-4 py-3 first:border-t-0 sm:px-5">
      <p className="min-w-0 font-semibold text-deep wrap-anywhere">
        {title} <span className="font-normal text-slate">({ids.length})</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <SmallButtonLink to={`/admin?table=${table}`} variant="bare">
          Go there{of}
        </SmallButtonLink>
        <SmallButton disabled={isBusy} onClick={() => run(claim)}>
          Keep{of}
        </SmallButton>
      </div>
    </li>
  );
}

async function removeAll(): Promise<Outcome> {
  const { removed, kept, undo } = await examples.remove({ json: {} });
  const rest = kept.length > 0 ? ` ${pluralize(kept.length, 'example')} stayed: they are needed.` : '';
  return { text: `${pluralize(removed, 'example')} moved to the trash.${rest}`, removal: toRemoval(undo) };
}

/** The id in `/api/admin/examples/removals/ID/undo`. */
const toRemoval = (undo: string): string => undo.split('/').at(-2) ?? '';

function Undo({ id, isBusy, run }: ActionProps & { id: string }) {
  const undo = async (): Promise<Outcome> => {
    const { restored } = await exampleRemoval.undo({ id });
    return { text: `${pluralize(restored, 'example')} restored.` };
  };
  return (
    <SmallButton disabled={isBusy} onClick={() => run(undo)}>
      Undo
    </SmallButton>
  );
}
