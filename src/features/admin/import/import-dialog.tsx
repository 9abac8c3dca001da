import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { adminClient } from '../client.ts';
import { formatRowCount } from '../grid/page-range.ts';
import type { ImportReport, TableForm } from '../schema/table.ts';
import { Dialog } from '../shell/dialog.tsx';
import { ImportReportView } from './import-report.tsx';

interface ImportDialogProps {
  table: string;
  schema: TableForm;
  onDone(): void;
  onClose(): void;
}

type Step =
  | { at: 'choose' }
  | { at: 'checking'; file: File }
  | { at: 'checked' | 'importing' | 'done'; file: File; report: ImportReport };

const maxBytes = 5 * 1024 * 1024;

/** Checks a CSV file, shows line by line what it would change and what is wrong, and imports it when confirmed. */
export function ImportDialog({ table, schema, onDone, onClose }: ImportDialogProps) {
  const { step, message, isBusy, check, commit, reset } = useImport(table, onDone);
  return (
    <Dialog
      title={`Import CSV into ${schema.title}`}
      size="wide"
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          {message && (
            <p role="alert" className="grow basis-full text-danger sm:basis-40">
              {message}
            </p>
          )}
          <Buttons step={step} isBusy={isBusy} commit={commit} reset={reset} onClose={onClose} />
        </>
      }
    >
      {step.at === 'choose' && <ChooseFile schema={schema} onChoose={(file) => void check(file)} />}
      {step.at === 'checking' && <Spinner label={`Checking ${step.file.name}...`} />}
      {(step.at === 'checked' || step.at === 'importing') && (
        <ImportReportView report={step.report} schema={schema} fileName={step.file.name} />
      )}
      {step.at === 'done' && (
        <p role="status" className="py-6 text-center text-lg">
          {`Imported: ${formatRowCount(step.report.creates)} created, ${formatRowCount(step.report.updates)} updated.`}
        </p>
      )}
    </Dialog>
  );
}

function useImport(table: string, onDone: () => void) {
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const [message, setMessage] = useState('');

  async function check(file: File | undefined) {
    if (!file) return;
    setMessage('');
    if (file.size > maxBytes) return setMessage('A CSV file may have at most 5 MB.');
    setStep({ at: 'checking', file });
    try {
      setStep({ at: 'checked', file, report: await adminClient().importCsv(table, file, false) });
    } catch (error) {
      setStep({ at: 'choose' });
      setMessage(errorMessage(error));
    }
  }
  async function commit(file: File, report: ImportReport) {
    setMessage('');
    setStep({ at: 'importing', file, report });
    try {
      setStep({ at: 'done', file, report: await adminClient().importCsv(table, file, true) });
      onDone();
    } catch (error) {
      setStep({ at: 'checked', file, report });
      setMessage(errorMessage(error));
    }
  }
  const isBusy = step.at === 'checking' || step.at === 'importing';
  return { step, message, isBusy, check, commit, reset: () => setStep({ at: 'choose' }) };
}

interface ButtonsProps {
  step: Step;
  isBusy: boolean;
  commit(file: File, report: ImportReport): Promise<void>;
  reset(): void;
  onClose(): void;
}

function Buttons({ step, isBusy, commit, reset, onClose }: ButtonsProps) {
  if (step.at === 'done') return <Button onClick={onClose}>Close</Button>;
  const canImport = step.at === 'checked' && step.report.errorCount === 0 && step.report.rows > 0;
  return (
    <>
      <Button look="quiet" disabled={isBusy} onClick={onClose}>
        Cancel
      </Button>
      {(step.at === 'checked' || step.at === 'importing') && (
        <>
          <Button look="quiet" disabled={isBusy} onClick={reset}>
            Choose another file
          </Button>
          <Button disabled={!canImport} onClick={() => void commit(step.file, step.report)}>
            {step.at === 'importing' ? 'Importing...' : `Import ${formatRowCount(step.report.rows)}`}
          </Button>
        </>
      )}
    </>
  );
}

const errorMessage = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Failed to import CSV';

function ChooseFile({ schema, onChoose }: { schema: TableForm; onChoose(file: File | undefined): void }) {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    onChoose(event.dataTransfer.files[0]);
  }
  return (
    <div className="grid gap-4">
      <p className="text-slate">
        The first line names the columns. A row whose <code>id</code> exists is updated; every other row is
        created. Nothing is changed before you have seen what would happen.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping has its button inside */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={`grid justify-items-center gap-3 rounded-xl border border-dashed p-8 text-center ${isOver ? 'border-gulf bg-mist' : 'border-driftwood/70 bg-shell'}`}
      >
        <FileUp aria-hidden="true" className="size-8 text-gulf" />
        <Button look="secondary" onClick={() => input.current?.click()} data-autofocus>
          Choose a CSV file
        </Button>
        <p className="text-sm text-slate">or drop it here, up to 5 MB</p>
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          accept=".csv,text/csv"
          aria-label="CSV file"
          onChange={(event) => {
            onChoose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <details>
        <summary className="min-h-11 py-2 font-semibold text-gulf">Columns of this table</summary>
        <ul className="flex flex-wrap gap-2 text-sm">
          {Object.keys(schema.properties).map((name) => (
            <li key={name} className="rounded-md bg-sand px-2 py-1">
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
