import { FileSpreadsheet, FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Loaded as LoadedQuery, RetryAlert } from '../../../ui/lists/loaded.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { saveFile } from '../../admin/export/use-csv-download.ts';
import { type ReportFile, reportFiles } from './calls.ts';
import type { Months } from './months.ts';

interface ReportSectionProps {
  id: string;
  title: string;
  lead: string;
  files: readonly ReportFile[];
  months: Months;
  children: ReactNode;
}

/** A report with the buttons that save it. */
export function ReportSection({ id, title, lead, files, months, children }: ReportSectionProps) {
  const { saving, error, save } = useSaveFile(months);
  return (
    <section aria-labelledby={id} className="rounded-2xl bg-white p-4 shadow-card sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 id={id} className="text-2xl text-deep">
            {title}
          </h2>
          <p className="mt-1 text-sm text-slate">{lead}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {files.map((file) => {
            const [Icon, label] = file.endsWith('.pdf') ? [FileText, 'PDF'] : [FileSpreadsheet, 'CSV'];
            return (
              <SmallButton
                key={file}
                className="min-h-11!"
                disabled={saving !== null}
                aria-label={`Download ${title} as ${label}`}
                onClick={() => void save(file)}
              >
                <Icon aria-hidden="true" className="size-4" />
                {saving === file ? 'Making…' : label}
              </SmallButton>
            );
          })}
        </div>
      </div>
      {error && (
        <div className="mt-4">
          <ErrorAlert>{error}</ErrorAlert>
        </div>
      )}
      <div className="mt-5">{children}</div>
    </section>
  );
}

function useSaveFile(months: Months) {
  const [saving, setSaving] = useState<ReportFile | null>(null);
  const [error, setError] = useState('');
  async function save(file: ReportFile): Promise<void> {
    setSaving(file);
    setError('');
    try {
      const name = file.replace('.', `-${months.from}-to-${months.to}.`);
      saveFile(await reportFiles[file]({ query: months }), name);
    } catch (thrown) {
      setError((thrown as Error).message);
    }
    setSaving(null);
  }
  return { saving, error, save };
}

interface LoadedProps<T> {
  query: { data: T | undefined; error: Error | null; isPlaceholderData: boolean; refetch(): unknown };
  children: (data: T) => ReactNode;
}

/** Shows a report once it has loaded. */
export const Loaded = <T,>({ query, children }: LoadedProps<T>) => (
  <LoadedQuery
    query={query}
    pending={<Spinner label="Loading the report..." />}
    failed={(problem) => <RetryAlert {...problem} label="Try again" />}
  >
    {(data) => <div aria-busy={query.isPlaceholderData}>{children(data)}</div>}
  </LoadedQuery>
);

export const Notes = ({ notes }: { notes: readonly string[] }) => (
  <details className="text-sm text-slate">
    <summary className="min-h-11 py-2.5 font-semibold text-gulf hover:underline">How it was counted</summary>
    <ul className="grid list-disc gap-2 pl-5">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  </details>
);
