import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { slugify } from '../../../shared/text/slug.ts';
import { useSaveShortcut } from '../../../ui/browser/use-save-shortcut.ts';
import { useUnsavedChanges } from '../../../ui/browser/use-unsaved-changes.ts';
import { useFormState } from '../../../ui/forms/use-form-state.ts';
import { useAutosave } from '../drafts/use-autosave.ts';
import type { Draft, EditablePost } from '../post.ts';
import { ChangedMeanwhile, writingClient } from './client.ts';
import {
  type Content,
  draftPublication,
  editorFormId,
  editorSchema,
  initialPublication,
  isSameContent,
  isSamePublication,
  judgeEditor,
  type Publication,
  toFormValues,
  toPostInput,
  toPublishedAt,
} from './post-form.ts';

export interface EditorStart {
  /** `null` is a new one. */
  post: EditablePost | null;
  /** What was typed before and not saved. */
  draft: Draft | null;
  business: string;
}

const titleId = `${editorFormId}-title`;

/** The id of the button that writes the post. */
export const saveButtonId = `${editorFormId}-save`;

const noDate = 'Publish on is required';

/** Moves the focus once the form, which is disabled while it is sent, takes it again. */
const focusAfterRender = (id: string): void => {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()));
};

/** Whether a draft says something else than what the editor begins with. */
const hasDraftChanges = (
  { content }: Draft,
  { beginning, start, business }: { beginning: Content; start: Publication; business: string },
): boolean =>
  !isSameContent(toFormValues(content, business), beginning) ||
  !isSamePublication(draftPublication(content, start, Date.now()), start);

/** Everything the editor holds: the typed texts, when the post appears, what is kept, and what went wrong. */
export function useEditor({ post, draft, business }: EditorStart) {
  const navigate = useNavigate();
  const schema = useMemo(() => editorSchema(business), [business]);
  const [beginning] = useState(() => toFormValues(post, business));
  const [start] = useState(() => initialPublication(post, Date.now()));
  const entries = useFormState(schema, { ...beginning }, judgeEditor);
  const [extras, setExtras] = useState({ tags: beginning.tags, cover_image_url: beginning.cover_image_url });
  const [publication, setPublication] = useState(start);
  const [offer, setOffer] = useState(
    draft && hasDraftChanges(draft, { beginning, start, business }) ? draft : null,
  );
  const [version, setVersion] = useState(post?._version ?? null);
  const [conflict, setConflict] = useState<EditablePost | null>(null);
  const [failure, setFailure] = useState('');
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [restores, setRestores] = useState(0);
  const slugIsTyped = useRef(false);
  const isSaved = useRef(false);

  const content: Content = { ...toFormValues(entries.values, ''), ...extras };
  const isDirty = !isSameContent(content, beginning) || !isSamePublication(publication, start);
  const postKey = post?.id ?? 'new';
  const autosave = useAutosave({
    ...{ postKey, baseVersion: version, isHeld: offer !== null },
    content: { ...content, publication },
  });

  function change(name: string, value: unknown): void {
    entries.change(name, value);
    if (name === 'slug') slugIsTyped.current = typeof value === 'string' && value.trim() !== '';
    if (name === 'title' && !post && !slugIsTyped.current && typeof value === 'string')
      entries.change('slug', slugify(value));
  }

  function restore(): void {
    if (!offer) return;
    const restored = toFormValues(offer.content, business);
    const { tags, cover_image_url, ...texts } = restored;
    entries.replace(texts);
    setExtras({ tags, cover_image_url });
    slugIsTyped.current = texts.slug !== slugify(texts.title);
    if (post) setVersion(offer.base_version ?? post._version ?? null);
    const restoredChoice = draftPublication(offer.content, start, Date.now());
    setPublication(restoredChoice);
    autosave.accept({ ...restored, publication: restoredChoice });
    setRestores((before) => before + 1);
    setOffer(null);
    focusAfterRender(titleId);
  }

  function discard(): void {
    setOffer(null);
    focusAfterRender(titleId);
    writingClient()
      .dropDraft(postKey)
      .catch((error: unknown) => console.error(error));
  }

  /** Writes the post and goes to the blog; a refusal stays here, in words. */
  async function save(over: string | null = version): Promise<void> {
    setFailure('');
    setRefused({});
    if (publication.choice === 'later' && publication.at === '') {
      setRefused({ published_at: noDate });
      focusAfterRender('publication-at');
      return;
    }
    await autosave.stop();
    const input = toPostInput(content, toPublishedAt(publication, !post, Date.now()));
    try {
      if (post) {
        await writingClient().update(post.id, {
          ...input,
          id: post.id,
          ...(over !== null && { _version: over }),
        });
      } else await writingClient().create(input);
      isSaved.current = true;
      await navigate('/blog');
    } catch (error) {
      autosave.goOn();
      if (error instanceof ChangedMeanwhile) return setConflict(error.current);
      setFailure(error instanceof Error && error.message ? error.message : 'Failed to save blog post');
      setRefused((error as { fields?: Record<string, string> }).fields ?? {});
      throw error;
    }
  }

  /** The button lost the focus while it was disabled, so the question cannot give it back. */
  function keepWriting(): void {
    setConflict(null);
    focusAfterRender(saveButtonId);
  }

  const blocker = useUnsavedChanges(isDirty, isSaved);
  useSaveShortcut(autosave.flush);

  return {
    ...{ schema, entries, extras, publication, offer, conflict, failure, refused, restores, version },
    ...{ postKey, autosave, blocker, change, restore, discard, save },
    setPublication(next: Publication): void {
      setPublication(next);
      setRefused({});
    },
    changeExtras(next: Partial<typeof extras>): void {
      setExtras((before) => ({ ...before, ...next }));
      setRefused({});
    },
    /** Writes over what somebody else has written meanwhile. */
    async saveOver(): Promise<void> {
      if (!conflict) return;
      keepWriting();
      const current = conflict._version ?? null;
      setVersion(current);
      await save(current).catch((error: unknown) => console.error(error));
    },
    keepWriting,
  };
}
