import { ExternalLink } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { useFormState } from '../../../ui/forms/use-form-state.ts';
import { adminClient } from '../client.ts';
import { previewUrl } from '../grid/row-actions.tsx';
import { parseWritten } from '../parse-tables.ts';
import type { Row, TableForm } from '../schema/table.ts';
import { ConfirmDialog, Dialog } from '../shell/dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { rowInput } from './merge-versions.ts';
import { RowForm } from './row-form.tsx';
import { rowErrors } from './validate-row.ts';

interface EditDialogProps {
  table: string;
  schema: TableForm;
  /** The row to edit; without one a new row is created. */
  row: Row | null;
  onSaved(row: Row | null): void;
  onClose(): void;
}

/** Creates or edits one row. Nothing that was typed is lost: not by an error, a conflict, or closing by mistake. */
export function EditDialog({ table, schema, row, onSaved, onClose }: EditDialogProps) {
  const id = useId();
  const form = useFormState(schema, row ?? undefined, rowErrors);
  const { isSaving, message, theirs, save, leaveConflict } = useSaveRow(
    { table, schema, row, onSaved },
    form.refuse,
  );
  const [isUploading, setIsUploading] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const canWrite = row ? schema.verbs.update : schema.verbs.create;
  const isUnsaved = canWrite && (form.isDirty || isUploading);
  useUnloadWarning(isUnsaved && !isSaving);

  function close() {
    if (isSaving) return;
    if (isUnsaved) setIsLeaving(true);
    else onClose();
  }
  return (
    <>
      <Dialog
        title={row ? (canWrite ? 'Edit Item' : 'View Item') : 'Add New Item'}
        size="wide"
        onClose={close}
        footer={
          <Footer
            formId={id}
            preview={row ? previewUrl(schema, row) : null}
            {...{ canWrite, isSaving, isUploading, message, close }}
          />
        }
      >
        <RowForm
          {...{ id, schema, row, form }}
          disabled={isSaving || !canWrite}
          onSubmit={() => {
            if (!isUploading && form.isSound()) void save(form.values);
          }}
          onPending={setIsUploading}
        />
      </Dialog>
      {isLeaving && (
        <ConfirmDialog
          title="Discard your changes?"
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          onConfirm={onClose}
          onCancel={() => setIsLeaving(false)}
        >
          What you have changed here is not saved yet.
        </ConfirmDialog>
      )}
      {row && theirs && (
        <ConflictDialog
          {...{ table, schema, theirs, isSaving, message }}
          base={row}
          mine={form.values}
          onSave={(values) => void save(values, theirs)}
          onTakeTheirs={() => onSaved(theirs)}
          onClose={leaveConflict}
        />
      )}
    </>
  );
}

/** Saves the form of a row. @returns `theirs`: the row as another host has saved it since, in a conflict */
function useSaveRow(
  { table, schema, row, onSaved }: Omit<EditDialogProps, 'onClose'>,
  showErrors: (fields: Record<string, string>) => void,
) {
  const [isSaving, setIsSaving] = useState(false);
  const [message, setMessage] = useState('');
  const [theirs, setTheirs] = useState<Row | null>(null);

  async function save(values: Record<string, unknown>, seen: Row | null = row): Promise<void> {
    setIsSaving(true);
    setMessage('');
    try {
      const input = rowInput(schema, values);
      const client = adminClient();
      onSaved(
        row
          ? await client.update(table, row.id, { ...input, _version: seen?._version })
          : await client.create(table, input),
      );
    } catch (error) {
      setIsSaving(false);
      const rejection = error instanceof ApiError ? error : null;
      const current = row && rejection?.status === 409 ? parseWritten(rejection.details.current) : null;
      if (current) return setTheirs(current);
      setMessage(rejection?.message ?? (row ? 'Failed to update row' : 'Failed to create row'));
      showErrors(rejection?.fields ?? {});
    }
  }
  return { isSaving, message, theirs, save, leaveConflict: () => setTheirs(null) };
}

interface FooterProps {
  formId: string;
  preview: string | null;
  canWrite: boolean;
  isSaving: boolean;
  isUploading: boolean;
  message: string;
  close(): void;
}

function Footer({ formId, preview, canWrite, isSaving, isUploading, message, close }: FooterProps) {
  return (
    <>
      {message && (
        <p role="alert" className="grow basis-full text-danger sm:basis-64">
          {message}
        </p>
      )}
      {preview && (
        <a
          href={preview}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 basis-full items-center gap-1.5 font-semibold text-gulf underline sm:mr-auto sm:basis-auto"
        >
          View on the site
          <ExternalLink aria-hidden="true" className="size-4" />
        </a>
      )}
      <Button look="quiet" disabled={isSaving} onClick={close}>
        {canWrite ? 'Cancel' : 'Close'}
      </Button>
      {canWrite && (
        <Button type="submit" form={formId} disabled={isSaving || isUploading}>
          {isUploading ? 'Uploading...' : isSaving ? 'Saving...' : 'Save'}
        </Button>
      )}
    </>
  );
}

/** Lets the browser ask before its own buttons leave the page. */
function useUnloadWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
