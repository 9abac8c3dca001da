import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useBlocker, useNavigate } from 'react-router';
import { serverNow } from '../../../shared/http/server-clock.ts';
import type { EditablePost } from '../post.ts';
import { newPosts, writtenPost } from './calls.ts';
import { conflictingPost } from './conflicting-post.ts';
import { toPostInput, toPublishedAt } from './post-form.ts';
import type { PostDraft } from './use-draft.ts';
import { changeAndFocus, type PostForm, type PostPublication, saveButtonId } from './use-post-form.ts';

interface SaveOptions {
  post: EditablePost | null;
  form: PostForm;
  publication: PostPublication;
  draft: PostDraft;
}

/** Writes the post, and asks before unsaved changes are left or another's are overwritten. */
export function useSavePost({ post, form, publication, draft }: SaveOptions) {
  const navigate = useNavigate();
  const [conflict, setConflict] = useState<EditablePost | null>(null);
  const [failure, setFailure] = useState('');
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  const isSaved = useRef(false);

  /** Writes the post and goes to the blog. @param version the version to replace; `null` for any */
  async function save(version: string | null = draft.baseVersion): Promise<void> {
    setFailure('');
    setFieldErrors({});
    if (publication.value.choice === 'later' && publication.value.at === '') {
      setFieldErrors({ published_at: 'Publish on is required' });
      focusPublicationDate();
      return;
    }
    await draft.autosave.stop();
    const input = toPostInput(form.content, toPublishedAt(publication.value, !post, serverNow()));
    const query = draft.restorable ? ({ retain_draft: 'true' } as const) : {};
    try {
      if (post) {
        const versioned = version !== null && { _version: version };
        await writtenPost.update({ key: post.id, json: { ...input, id: post.id, ...versioned }, query });
      } else await newPosts.create({ json: input, query });
      isSaved.current = true;
      await navigate('/blog');
    } catch (error) {
      draft.autosave.resume();
      const current = conflictingPost(error);
      if (current) return setConflict(current);
      setFailure(error instanceof Error && error.message ? error.message : 'Failed to save blog post');
      setFieldErrors((error as { fields?: Record<string, string> }).fields ?? {});
      throw error;
    }
  }

  /** The button lost the focus while it was disabled, so the dialog cannot return it. */
  function cancelConflict(): void {
    changeAndFocus(() => setConflict(null), saveButtonId);
  }

  useSaveShortcut(draft.autosave.flush);
  return {
    save,
    failure,
    fieldErrors,
    conflict,
    cancelConflict,
    blocker: useUnsavedChanges(form.isDirty || publication.isDirty, isSaved),
    clearFieldErrors: () => setFieldErrors({}),
    async overwrite(): Promise<void> {
      if (!conflict) return;
      cancelConflict();
      const current = conflict._version ?? null;
      draft.setBaseVersion(current);
      await save(current).catch((error: unknown) => console.error(error));
    },
  };
}

/** Waits until the form, which is disabled while it is sent, is enabled again. */
function focusPublicationDate(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.getElementById('publication-at')?.focus()),
  );
}

/**
 * Warns about unsaved changes: the browser on closing, the returned blocker on navigation.
 * @param isSaved is read on leaving, so that saving can navigate at once
 */
function useUnsavedChanges(isDirty: boolean, isSaved: RefObject<boolean>) {
  useEffect(() => {
    if (!isDirty) return;
    const confirmLeaving = (event: BeforeUnloadEvent) => {
      if (!isSaved.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [isDirty, isSaved]);

  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isSaved.current && currentLocation.pathname !== nextLocation.pathname,
  );
}

/** Saves on Ctrl+S or Cmd+S. */
function useSaveShortcut(flush: () => Promise<unknown>): void {
  const flushNow = useEffectEvent(flush);
  // The keys are heard before the editor is seen: the browser would save the page as a file.
  useLayoutEffect(() => {
    const followKeys = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's') {
        event.preventDefault();
        void flushNow();
      }
    };
    window.addEventListener('keydown', followKeys);
    return () => window.removeEventListener('keydown', followKeys);
  }, []);
}
