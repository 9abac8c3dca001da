import { queryOptions, useQuery } from '@tanstack/react-query';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { conflict } from './calls.ts';
import type { ConflictChoice } from './contract.server.ts';

const previewQuery = (id: string, choice: ConflictChoice) =>
  queryOptions({
    queryKey: ['conflicts', id, 'mail', choice],
    queryFn: ({ signal }) => conflict.preview({ id, json: choice, signal }),
    gcTime: 0,
  });

/** The guest's mail, before it is sent. */
export function MailPreview({ id, choice }: { id: string; choice: ConflictChoice }) {
  const { data, error } = useQuery(previewQuery(id, choice));
  if (error) return <ErrorAlert>{error.message}</ErrorAlert>;
  if (!data) return <Spinner label="Writing the mail..." />;
  return (
    <section aria-label="The mail" className="rounded-xl border border-dune bg-sand p-4">
      <p className="text-sm text-slate wrap-anywhere">{`To ${data.to}`}</p>
      <p className="mb-2 font-semibold text-ink wrap-anywhere">{data.subject}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <div tabIndex={0} className="max-h-64 overflow-y-auto whitespace-pre-wrap text-ink wrap-anywhere">
        {data.text}
      </div>
    </section>
  );
}
