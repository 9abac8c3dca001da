import { ExternalLink } from 'lucide-react';
import { useCallback, useEffect, useId, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { useFormState } from '../../../ui/forms/use-form-state.ts';
import { Confirm } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { adminClient } from '../client.ts';
import { previewUrl } from '../grid/row-actions.tsx';

import type { Row, TableForm } from '../schema/table.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { rowInput } from './merge-versions.ts';
import { RowForm } from './row-form.tsx';
import { rowErrors } from './validate-row.ts';

interface RowModalProps {
  table: string;
  schema: TableForm;
  /** The row to edit; without one a new row is made. */
  row: Row | null;
  /** @param row as it is now, if the server shows it */
  onSaved(row: Row | null): void;
  onClose(): void;
}

/** Makes or edits one row. Nothing that was typed is lost: not by a refusal, nor by a conflict, nor by closing unasked. */
export function RowModal({ table, schema, row, onSaved, onClose }: RowModalProps) {
  const id = useId();
  const entries = useFormState(schema, row ?? undefined, rowErrors);
  const [busy, setBusy] = useState(false);
  const [uploading, setUploading] = useState(false);
  const [failure, setFailure] = useState('');
  const [leaving, setLeaving] = useState(false);
  const [theirs, setTheirs] = useState<Row>();
  const mayWrite = row ? schema.verbs.update : schema.verbs.create;
  const isUnsaved = mayWrite && (entries.isDirty || uploading);
  useAskBeforeUnload(isUnsaved && !busy);

  /** @param version the state of the row that the writer has seen */
  const write = (values: Record<string, unknown>, version: string | undefined): Promise<Row | null> =>
    row
      ? adminClient().update(table, row.id, { ...values, _version: version })
      : adminClient().create(table, values);

  async function save(values = entries.values, seen: Row | null = row) {
    setBusy(true);
    setFailure('');
    try {
      onSaved(await write(rowInput(schema, values), seen?._version));
    } catch (error) {
      await explain(error, seen);
    }
  }

  async function explain(error: unknown, seen: Row | null) {
    const refusal = error instanceof ApiError ? error : null;
    if (row && refusal?.status === 409 && Object.keys(refusal.fields).length === 0) {
      const present = await adminClient()
        .row(table, row.id)
        .catch(() => null);
      if (present && present._version !== seen?._version) {
        setBusy(false);
        return setTheirs(present);
      }
    }
    setBusy(false);
    setFailure(refusal?.message ?? (row ? 'Failed to update row' : 'Failed to create row'));
    entries.refuse(refusal?.fields ?? {});
  }

  const close = useCallback(() => {
    if (busy) return;
    if (isUnsaved) setLeaving(true);
    else onClose();
  }, [busy, isUnsaved, onClose]);
  return (
    <>
      <Dialog
        title={row ? (mayWrite ? 'Edit Item' : 'View Item') : 'Add New Item'}
        size="wide"
        onClose={close}
        footer={
          <ModalFooter
            formId={id}
            preview={row ? previewUrl(schema, row) : null}
            {...{ mayWrite, busy, uploading, failure, close }}
          />
        }
      >
        <RowForm
          id={id}
          schema={schema}
          row={row}
          entries={entries}
          disabled={busy || !mayWrite}
          onSubmit={() => {
            if (!uploading && entries.isSound()) void save();
          }}
          onBusy={setUploading}
        />
      </Dialog>
      {leaving && (
        <Confirm
          title="Discard your changes?"
          yes="Discard"
          no="Keep editing"
          onYes={onClose}
          onNo={() => setLeaving(false)}
        >
          What you have changed here is not saved yet.
        </Confirm>
      )}
      {row && theirs && (
        <ConflictDialog
          table={table}
          schema={schema}
          base={row}
          mine={entries.values}
          theirs={theirs}
          busy={busy}
          failure={failure}
          onSave={(values) => void save(values, theirs)}
          onTakeTheirs={() => onSaved(theirs)}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </>
  );
}

interface ModalFooterProps {
  formId: string;
  /** Where the site shows the row. */
  preview: string | null;
  mayWrite: boolean;
  busy: boolean;
  uploading: boolean;
  failure: string;
  close(): void;
}

/** What went wrong, the way to the row on the site, and the buttons. */
function ModalFooter({ formId, preview, mayWrite, busy, uploading, failure, close }: ModalFooterProps) {
  return (
    <>
      {failure && (
        <p role="alert" className="grow basis-full text-danger sm:basis-64">
          {failure}
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
      <Button look="quiet" disabled={busy} onClick={close}>
        {mayWrite ? 'Cancel' : 'Close'}
      </Button>
      {mayWrite && (
        <Button type="submit" form={formId} disabled={busy || uploading}>
          {uploading ? 'Uploading...' : busy ? 'Saving...' : 'Save'}
        </Button>
      )}
    </>
  );
}

/** The browser asks before the page is left by its own buttons. */
function useAskBeforeUnload(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
