import { useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { formatRowCount } from '../grid/page-range.ts';
import type { TableForm } from '../schema/table.ts';
import { importCsv } from './calls.ts';
import { ChooseFile, maxBytes } from './choose-file.tsx';
import type { ImportReport } from './contract.server.ts';
import { ImportReportView } from './import-report.tsx';

interface ImportDialogProps {
  table: string;
  schema: TableForm;
  onDone(): void;
  onClose(): void;
}

type ImportStep =
  | { at: 'choose' }
  | { at: 'checking'; file: File }
  | { at: 'checked' | 'importing' | 'done'; file: File; report: ImportReport };

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
  const [step, setStep] = useState<ImportStep>({ at: 'choose' });
  const [message, setMessage] = useState('');

  async function check(file: File | undefined) {
    if (!file) return;
    setMessage('');
    if (file.size > maxBytes) return setMessage('A CSV file may have at most 5 MB.');
    setStep({ at: 'checking', file });
    try {
      setStep({ at: 'checked', file, report: await importCsv(table, file, false) });
    } catch (error) {
      setStep({ at: 'choose' });
      setMessage(errorMessage(error));
    }
  }
  async function commit(file: File, report: ImportReport) {
    setMessage('');
    setStep({ at: 'importing', file, report });
    try {
      setStep({ at: 'done', file, report: await importCsv(table, file, true) });
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
  step: ImportStep;
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
      <Button variant="quiet" disabled={isBusy} onClick={onClose}>
        Cancel
      </Button>
      {(step.at === 'checked' || step.at === 'importing') && (
        <>
          <Button variant="quiet" disabled={isBusy} onClick={reset}>
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
