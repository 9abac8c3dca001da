import { useEffect, useId, useState } from 'react';
import { isSameValue } from '../../../shared/forms/blank.ts';
import { Button } from '../../../ui/button.tsx';
import { useFormState } from '../../../ui/forms/use-form-state.ts';
import { ConfirmEffectDialog } from '../../admin/edit/confirm-effect-dialog.tsx';
import { ConflictDialog } from '../../admin/edit/conflict-dialog.tsx';
import { EffectNote } from '../../admin/edit/effect-note.tsx';
import { rowInput } from '../../admin/edit/merge-versions.ts';
import { RowForm } from '../../admin/edit/row-form.tsx';
import { useEffectConfirmation } from '../../admin/edit/use-effect-confirmation.ts';
import { useSaveRow } from '../../admin/edit/use-save-row.ts';
import { useUnloadWarning } from '../../admin/edit/use-unload-warning.ts';
import { rowErrors } from '../../admin/edit/validate-row.ts';
import { PendingUploads, usePendingUploads } from '../../admin/fields/pending-uploads.ts';
import type { Row, TableForm } from '../../admin/schema/table.ts';
import { type HomeSection, sectionForm } from './home-sections.ts';
import { ImageGrid } from './image-grid.tsx';
import { RowsOfHome } from './rows-of-home.tsx';

interface HomeSectionProps {
  section: HomeSection;
  schema: TableForm;
  home: Row;
  onSaved(home: Row | null): void;
  /** Reports whether the section has changes that are not saved. */
  onUnsaved(title: string, isUnsaved: boolean): void;
}

/** A section of a home's page: its form, and the rows of other tables that belong to it. */
export function HomeSectionPart(props: HomeSectionProps) {
  const { section, home } = props;
  const [saves, setSaves] = useState(0);
  return (
    <section
      id={section.id}
      tabIndex={-1}
      aria-labelledby={`${section.id}-title`}
      className="scroll-mt-16 rounded-2xl outline-none bg-white p-4 shadow-card sm:p-6"
    >
      <h2 id={`${section.id}-title`} className="text-2xl text-deep">
        {section.title}
      </h2>
      <p className="mt-1 mb-5 max-w-prose text-slate">{section.text}</p>
      {section.fields.length > 0 && (
        <SectionForm
          key={saves}
          {...props}
          wasSaved={saves > 0}
          onSaved={(saved) => {
            props.onSaved(saved);
            setSaves(saves + 1);
          }}
        />
      )}
      {section.tables.map((table) => (
        <RowsOfHome key={table} table={table} homeId={String(home.id)} />
      ))}
    </section>
  );
}

function SectionForm({
  section,
  schema,
  home,
  wasSaved,
  onSaved,
  onUnsaved,
}: HomeSectionProps & { wasSaved: boolean }) {
  const id = useId();
  const own = sectionForm(schema, section.fields);
  const [begun] = useState(home);
  // A change by another host in this section is a conflict; one in another section is none.
  const isSame = section.fields.every((name) => isSameValue(begun[name], home[name]));
  const base = isSame ? home : begun;
  const form = useFormState(own, begun, rowErrors);
  const { isSaving, message, theirs, save, leaveConflict } = useSaveRow(
    { table: 'properties', schema: own, row: base, onSaved },
    form.reject,
  );
  const [isUploading, setIsUploading] = useState(false);
  const report = usePendingUploads(setIsUploading);
  const confirmation = useEffectConfirmation('properties', schema.hasEffect);
  const change = { ids: [home.id], set: rowInput(own, form.values) };
  const isBusy = isSaving || confirmation.isChecking;
  const isUnsaved = (form.isDirty || isUploading) && !isSaving;
  useUnloadWarning(isUnsaved);
  useEffect(() => {
    onUnsaved(section.title, isUnsaved);
    return () => onUnsaved(section.title, false);
  }, [onUnsaved, section.title, isUnsaved]);

  function submit() {
    if (!isUploading && form.validate()) void confirmation.confirm(change, () => void save(form.values));
  }
  return (
    <>
      {section.id === 'pictures' ? (
        <PendingUploads value={report}>
          <form
            ref={form.form}
            id={id}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <ImageGrid
              id={`${id}-images`}
              name="images"
              schema={own.properties.images ?? { type: 'array' }}
              value={form.values.images}
              required={false}
              error={form.errors.images}
              disabled={isBusy}
              onChange={(value) => form.change('images', value)}
            />
          </form>
        </PendingUploads>
      ) : (
        <RowForm
          id={id}
          schema={own}
          row={home}
          form={form}
          disabled={isBusy}
          onSubmit={submit}
          onPending={setIsUploading}
        />
      )}
      {schema.hasEffect && form.isDirty && form.isComplete() && (
        <EffectNote table="properties" change={change} />
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-dune pt-4">
        <Button type="submit" form={id} disabled={isBusy || isUploading || !form.isDirty}>
          {isUploading ? 'Uploading...' : isSaving ? 'Saving...' : 'Save'}
          <span className="unseen">: {section.title}</span>
        </Button>
        <p role="status" className="font-semibold text-leaf">
          {wasSaved && !form.isDirty && 'Saved.'}
        </p>
        {message && (
          <p role="alert" className="text-danger">
            {message}
          </p>
        )}
      </div>
      <ConfirmEffectDialog pending={confirmation.pending} leave={confirmation.leave} />
      {theirs && (
        <ConflictDialog
          table="properties"
          schema={own}
          theirs={theirs}
          isSaving={isSaving}
          message={message}
          base={base}
          mine={form.values}
          onSave={(values) => void save(values, theirs)}
          onTakeTheirs={() => onSaved(theirs)}
          onClose={leaveConflict}
        />
      )}
    </>
  );
}
