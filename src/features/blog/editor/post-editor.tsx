import { Eye } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { type FieldControl, SchemaForm } from '../../../ui/forms/schema-form.tsx';
import { Confirm } from '../../../ui/overlays/confirm-dialog.tsx';
import { RichTextEditor } from '../../../ui/rich-text/lazy-editor.tsx';
import { usePicturePicker } from '../../media/uploads/use-image-picker.tsx';
import { RestoreDraftBanner } from '../drafts/restore-draft-banner.tsx';
import { SaveStatus } from '../drafts/save-status.tsx';
import { CoverField } from './cover-field.tsx';
import { EditorFrame } from './editor-layout.tsx';
import { editorFormId } from './post-form.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { PublicationField } from './publication-field.tsx';
import { TagsField } from './tags-field.tsx';
import { type EditorStart, saveButtonId, useEditor } from './use-editor.ts';
import { useKnownTags } from './use-known-tags.ts';

/** Where posts are written: the specified form, and around it cover, tags, publication, preview and autosave. */
export function PostEditor(start: EditorStart) {
  const { post } = start;
  const editor = useEditor(start);
  const { entries, extras, offer, conflict, autosave, blocker } = editor;
  const { pickPicture, picker } = usePicturePicker();
  const knownTags = useKnownTags();
  const [previews, setPreviews] = useState(false);
  const top = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (editor.failure) top.current?.scrollIntoView({ block: 'start' });
  }, [editor.failure]);

  const preview = async () => {
    await autosave.flush();
    setPreviews(true);
  };
  const isPublished = post?.published_at && new Date(post.published_at).getTime() <= Date.now();
  return (
    <div
      ref={top}
      // What has the focus is never below the row of buttons, which stays in sight.
      className="scroll-mt-24 [&_button]:scroll-mb-32 [&_input]:scroll-mb-32 [&_textarea]:scroll-mb-32"
    >
      <EditorFrame isNew={!post} failure={editor.failure}>
        {offer && (
          <RestoreDraftBanner
            savedAt={offer.saved_at}
            isOutdated={post !== null && offer.base_version !== (post._version ?? null)}
            onRestore={editor.restore}
            onDiscard={editor.discard}
          />
        )}
        <SchemaForm
          id={editorFormId}
          schema={editor.schema}
          entries={{ ...entries, change: editor.change }}
          fieldOverrides={{
            html_rich_text: (field) => (
              <TextField key={editor.restores} field={field} pickPicture={pickPicture} />
            ),
          }}
          buttons={(busy) => (
            <div className="sticky bottom-3 min-w-0 z-30 flex flex-wrap items-center gap-x-2 gap-y-2 rounded-2xl border border-dune bg-white/95 p-2 shadow-lift backdrop-blur-sm min-[22rem]:gap-x-4 min-[22rem]:p-3 sm:px-4">
              <Button type="submit" id={saveButtonId}>
                {busy ? 'Saving...' : post ? 'Update Post' : 'Create Post'}
              </Button>
              <Button look="quiet" onClick={() => void preview()}>
                <Eye aria-hidden="true" className="hidden size-5 min-[22rem]:block" />
                Preview
              </Button>
              <div className="sm:ml-auto">
                <SaveStatus state={autosave.state} isHeld={offer !== null} />
              </div>
            </div>
          )}
          onSubmit={() => editor.save()}
        >
          <TagsField
            tags={extras.tags}
            known={knownTags}
            error={editor.refused.tags}
            onChange={(tags) => editor.changeExtras({ tags })}
          />
          <CoverField
            url={extras.cover_image_url}
            pickPicture={pickPicture}
            onChange={(cover_image_url) => editor.changeExtras({ cover_image_url })}
          />
          <PublicationField
            value={editor.publication}
            publishedAt={isPublished ? post.published_at : null}
            error={editor.refused.published_at}
            onChange={editor.setPublication}
          />
        </SchemaForm>
      </EditorFrame>
      {picker}
      {previews && <PreviewDialog postKey={editor.postKey} onClose={() => setPreviews(false)} />}
      {conflict && (
        <Confirm
          title="Somebody else has changed this post"
          yes="Save mine anyway"
          no="Keep writing"
          onYes={() => void editor.saveOver()}
          onNo={editor.keepWriting}
        >
          <p>
            It was saved on {formatDateTime(conflict.updated_at)}, while you were writing. Saving yours puts
            it in the place of theirs.
          </p>
          <p className="mt-3">
            <a
              href={`/blog/${conflict.slug}`}
              target="_blank"
              rel="noopener"
              className="font-semibold text-gulf underline"
            >
              Read their version
              <span className="unseen"> (opens in a new tab)</span>
            </a>
          </p>
        </Confirm>
      )}
      {blocker.state === 'blocked' && (
        <Confirm
          title="Leave without saving?"
          yes="Leave"
          no="Stay"
          onYes={() => blocker.proceed()}
          onNo={() => blocker.reset()}
        >
          <p>The post itself is not saved. What you typed is kept, and offered when you come back.</p>
        </Confirm>
      )}
    </div>
  );
}

type PickPicture = ReturnType<typeof usePicturePicker>['pickPicture'];

/** The post's text; only its first value comes from outside. */
function TextField({ field, pickPicture }: { field: FieldControl; pickPicture: PickPicture }) {
  const { id, schema, value, required, error, disabled, onChange } = field;
  return (
    <div className="min-w-0">
      <p id={`${id}-title`} className="mb-1.5 font-semibold text-ink">
        {schema.title}
        <span aria-hidden="true" className="text-danger">
          {' '}
          *
        </span>
      </p>
      <RichTextEditor
        id={id}
        labelledBy={`${id}-title`}
        value={String(value ?? '')}
        required={required}
        error={error}
        disabled={disabled}
        onChange={onChange}
        pickPicture={pickPicture}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
