import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { adminClient } from '../client.ts';
import type { ImportReport, TableForm } from '../schema/table.ts';
import { ImportReportView } from './import-report.tsx';

interface ImportDialogProps {
  table: string;
  schema: TableForm;
  /** Rows were imported. */
  onDone(): void;
  onClose(): void;
}

type Step =
  | { at: 'choose' }
  | { at: 'checking'; file: File }
  | { at: 'checked' | 'importing' | 'done'; file: File; report: ImportReport };

const maxBytes = 5 * 1024 * 1024;

/** Takes a CSV file, shows what it would do and what is wrong with it line by line, and does it only when told to. */
export function ImportDialog({ table, schema, onDone, onClose }: ImportDialogProps) {
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const [failure, setFailure] = useState('');
  const isBusy = step.at === 'checking' || step.at === 'importing';

  async function check(file: File | undefined) {
    if (!file) return;
    setFailure('');
    if (file.size > maxBytes) return setFailure('A CSV file may have at most 5 MB.');
    setStep({ at: 'checking', file });
    try {
      setStep({ at: 'checked', file, report: await adminClient().importCsv(table, file, false) });
    } catch (error) {
      setStep({ at: 'choose' });
      setFailure(rejectionMessage(error));
    }
  }
  async function commit(file: File, report: ImportReport) {
    setFailure('');
    setStep({ at: 'importing', file, report });
    try {
      setStep({ at: 'done', file, report: await adminClient().importCsv(table, file, true) });
      onDone();
    } catch (error) {
      setStep({ at: 'checked', file, report });
      setFailure(rejectionMessage(error));
    }
  }

  const mayImport = step.at === 'checked' && step.report.errorCount === 0 && step.report.rows > 0;
  return (
    <Dialog
      title={`Import CSV into ${schema.title}`}
      size="wide"
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          {failure && (
            <p role="alert" className="grow basis-full text-danger sm:basis-40">
              {failure}
            </p>
          )}
          {step.at === 'done' ? (
            <Button onClick={onClose}>Close</Button>
          ) : (
            <>
              <Button look="quiet" disabled={isBusy} onClick={onClose}>
                Cancel
              </Button>
              {(step.at === 'checked' || step.at === 'importing') && (
                <>
                  <Button look="quiet" disabled={isBusy} onClick={() => setStep({ at: 'choose' })}>
                    Choose another file
                  </Button>
                  <Button disabled={!mayImport} onClick={() => void commit(step.file, step.report)}>
                    {step.at === 'importing' ? 'Importing...' : `Import ${counted(step.report.rows, 'row')}`}
                  </Button>
                </>
              )}
            </>
          )}
        </>
      }
    >
      {step.at === 'choose' && <ChooseFile schema={schema} onChosen={(file) => void check(file)} />}
      {step.at === 'checking' && <Spinner label={`Checking ${step.file.name}...`} />}
      {(step.at === 'checked' || step.at === 'importing') && (
        <ImportReportView report={step.report} schema={schema} fileName={step.file.name} />
      )}
      {step.at === 'done' && (
        <p role="status" className="py-6 text-center text-lg">
          {`Imported: ${counted(step.report.creates, 'row')} created, ${counted(step.report.updates, 'row')} updated.`}
        </p>
      )}
    </Dialog>
  );
}

const rejectionMessage = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Failed to import CSV';

/** `1 row`, `1,200 rows`. */
const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;

function ChooseFile({ schema, onChosen }: { schema: TableForm; onChosen(file: File | undefined): void }) {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    onChosen(event.dataTransfer.files[0]);
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
            onChosen(event.target.files?.[0]);
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
