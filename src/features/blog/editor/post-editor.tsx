import { QueryClientProvider } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { type FieldControl, SchemaForm } from '../../../ui/forms/schema-form.tsx';
import { createQueryClient } from '../../../ui/loading/query-client.ts';
import { RichTextEditor } from '../../../ui/rich-text/lazy-editor.tsx';
import type { PickImage } from '../../../ui/rich-text/types.ts';
import { useImagePicker } from '../../media/library/use-image-picker.tsx';
import type { Draft, EditablePost } from '../post.ts';
import { RestoreDraftBanner, SaveStatus } from './draft-status.tsx';
import { ConflictDialog, LeaveDialog, PreviewDialog } from './editor-dialogs.tsx';
import { EditorLayout } from './editor-layout.tsx';
import { ExtraFields } from './extra-fields.tsx';
import { editorFormId } from './post-form.ts';
import { type PostDraft, useDraft } from './use-draft.ts';
import { saveButtonId, usePostForm, usePublication } from './use-post-form.ts';
import { useSavePost } from './use-save-post.ts';

interface PostEditorProps {
  post: EditablePost | null;
  draft: Draft | null;
  business: string;
}

/** The editor of a post: the specified form, and around it cover, tags, publication, preview and autosave. */
export function PostEditor({ post, draft: savedDraft, business }: PostEditorProps) {
  const form = usePostForm(post, business);
  const publication = usePublication(post);
  const draft = useDraft({ post, draft: savedDraft, business, form, publication });
  const saving = useSavePost({ post, form, publication, draft });
  const { pickImage, picker } = useImagePicker();
  const [isPreviewing, setPreviewing] = useState(false);
  const [queryClient] = useState(createQueryClient);
  const top = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (saving.failure) top.current?.scrollIntoView({ block: 'start' });
  }, [saving.failure]);

  async function preview(): Promise<void> {
    if (await draft.autosave.flush()) setPreviewing(true);
  }
  return (
    <QueryClientProvider client={queryClient}>
      <div ref={top} className="scroll-mt-24">
        <EditorLayout isNew={!post} failure={saving.failure}>
          {draft.restorable && (
            <RestoreDraftBanner
              savedAt={draft.restorable.saved_at}
              isOutdated={post !== null && draft.restorable.base_version !== (post._version ?? null)}
              onRestore={draft.restore}
              onDiscard={draft.discard}
            />
          )}
          <SchemaForm
            id={editorFormId}
            schema={form.schema}
            entries={form.fields}
            fieldOverrides={{
              html_rich_text: (field) => (
                <PostText key={form.editorKey} field={field} pickImage={pickImage} />
              ),
            }}
            buttons={(busy) => (
              <EditorButtons isNew={!post} busy={busy} draft={draft} onPreview={() => void preview()} />
            )}
            onSubmit={() => saving.save()}
          >
            <ExtraFields
              post={post}
              form={form}
              publication={publication}
              saving={saving}
              pickImage={pickImage}
            />
          </SchemaForm>
        </EditorLayout>
        {picker}
        {isPreviewing && <PreviewDialog postKey={draft.postKey} onClose={() => setPreviewing(false)} />}
        {saving.conflict && (
          <ConflictDialog
            current={saving.conflict}
            onOverwrite={() => void saving.overwrite()}
            onCancel={saving.cancelConflict}
          />
        )}
        <LeaveDialog
          blocker={saving.blocker}
          isPaused={draft.restorable !== null}
          saveState={draft.autosave.state.kind}
          saveDraft={draft.autosave.flush}
        />
      </div>
    </QueryClientProvider>
  );
}

interface EditorButtonsProps {
  isNew: boolean;
  busy: boolean;
  draft: PostDraft;
  onPreview(): void;
}

function EditorButtons({ isNew, busy, draft, onPreview }: EditorButtonsProps) {
  const isPaused = draft.restorable !== null;
  return (
    <div
      data-save-bar=""
      className="sticky bottom-3 min-w-0 z-30 flex flex-wrap items-center gap-x-2 gap-y-2 rounded-2xl border border-dune bg-white/95 p-2 shadow-lift backdrop-blur-sm min-[22rem]:gap-x-4 min-[22rem]:p-3 sm:px-4"
    >
      <Button type="submit" id={saveButtonId}>
        {busy ? 'Saving...' : isNew ? 'Create Post' : 'Update Post'}
      </Button>
      <Button variant="quiet" disabled={isPaused} onClick={onPreview}>
        <Eye aria-hidden="true" className="hidden size-5 min-[22rem]:block" />
        Preview
      </Button>
      <div className="sm:ml-auto">
        <SaveStatus state={draft.autosave.state} isPaused={isPaused} />
      </div>
    </div>
  );
}

/** The post's text; only its first value comes from outside. */
function PostText({ field, pickImage }: { field: FieldControl; pickImage: PickImage }) {
  const { id, schema, value, required, error, disabled, onChange } = field;
  return (
    <Field
      id={id}
      label={schema.title}
      isMarked
      isGroup
      problem={error}
      problemId={`${id}-error`}
      isAnnounced={false}
    >
      {() => (
        <RichTextEditor
          id={id}
          labelledBy={`${id}-label`}
          value={String(value ?? '')}
          required={required}
          error={error}
          disabled={disabled}
          onChange={onChange}
          pickImage={pickImage}
        />
      )}
    </Field>
  );
}
