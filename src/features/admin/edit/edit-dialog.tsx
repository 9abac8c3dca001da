import { useId, useRef, useState } from 'react';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { useFormState } from '../../../ui/forms/use-form-state.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { previewUrl } from '../grid/row-actions.tsx';
import type { Row } from '../schema/table.ts';
import { ConfirmEffectDialog } from './confirm-effect-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { LeaveFormGuard } from './discard-dialog.tsx';
import { DraftNote } from './draft-note.tsx';
import { Footer } from './edit-footer.tsx';
import { EffectNote } from './effect-note.tsx';
import { rowInput } from './merge-versions.ts';
import { RowForm } from './row-form.tsx';
import { useEffectConfirmation } from './use-effect-confirmation.ts';
import { type RowToSave, useSaveRow } from './use-save-row.ts';
import { useUnloadWarning } from './use-unload-warning.ts';
import { rowErrors } from './validate-row.ts';

interface EditDialogProps extends RowToSave {
  /** The values that a new row starts with. */
  initial?: FormValues;
  /** Names the dialog where it is more than an item of a table. */
  title?: string;
  /** Fills in what may be left empty here, once the form is sound. */
  complete?(values: FormValues): FormValues;
  onClose(): void;
}

/** Creates or edits one row. An error, a conflict or closing by mistake loses nothing that was typed. */
export function EditDialog({
  table,
  schema,
  row,
  initial,
  title,
  complete = (values) => values,
  onSaved,
  onClose,
}: EditDialogProps) {
  const id = useId();
  const form = useFormState(schema, row ?? initial, rowErrors);
  const isSaved = useRef(false);
  const finish = (saved: Row | null) => {
    isSaved.current = true;
    onSaved(saved);
  };
  const { isSaving, message, theirs, save, leaveConflict } = useSaveRow(
    { table, schema, row, onSaved: finish },
    form.reject,
  );
  const [isUploading, setIsUploading] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const confirmation = useEffectConfirmation(table, schema.hasEffect);
  const isBusy = isSaving || confirmation.isChecking;
  const set = rowInput(schema, complete(form.values));
  const change = row ? { ids: [row.id], set } : { set };
  const canWrite = row ? schema.verbs.update : schema.verbs.create;
  const isUnsaved = canWrite && (form.isDirty || isUploading);
  useUnloadWarning(isUnsaved && !isSaving);

  function close() {
    if (isBusy) return;
    if (isUnsaved) setIsLeaving(true);
    else onClose();
  }
  return (
    <>
      <Dialog
        title={title ?? (row ? (canWrite ? 'Edit Item' : 'View Item') : 'Add New Item')}
        size="wide"
        onClose={close}
        footer={
          <Footer
            formId={id}
            preview={row ? previewUrl(schema, row) : null}
            canWrite={canWrite}
            isSaving={isBusy}
            isUploading={isUploading}
            message={message}
            close={close}
          />
        }
      >
        <RowForm
          id={id}
          schema={schema}
          row={row}
          form={form}
          disabled={isBusy || !canWrite}
          onSubmit={() => {
            if (!isUploading && form.validate())
              void confirmation.confirm(change, () => void save(complete(form.values)));
          }}
          onPending={setIsUploading}
        />
        {schema.draftNote && <DraftNote call={schema.draftNote} values={form.values} />}
        {/* An incomplete row would be rejected, and a rejected call is logged on the console. */}
        {schema.hasEffect && form.isDirty && form.isComplete() && (
          <EffectNote table={table} change={change} />
        )}
      </Dialog>
      {(isUnsaved || isLeaving) && (
        <LeaveFormGuard
          isClosing={isLeaving}
          isSaved={isSaved}
          onDiscard={onClose}
          onCancel={() => setIsLeaving(false)}
        />
      )}
      <ConfirmEffectDialog pending={confirmation.pending} leave={confirmation.leave} />
      {row && theirs && (
        <ConflictDialog
          table={table}
          schema={schema}
          theirs={theirs}
          isSaving={isSaving}
          message={message}
          base={row}
          mine={form.values}
          onSave={(values) => void save(values, theirs)}
          onTakeTheirs={() => finish(theirs)}
          onClose={leaveConflict}
        />
      )}
    </>
  );
}
