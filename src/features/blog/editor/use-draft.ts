import { useState } from 'react';
import { serverNow } from '../../../shared/http/server-clock.ts';
import type { Draft, EditablePost } from '../post.ts';
import { draft as draftCalls } from './calls.ts';
import { draftPublication, isSameContent, isSamePublication, toFormValues } from './post-form.ts';
import { useAutosave } from './use-autosave.ts';
import { changeAndFocus, type PostForm, type PostPublication, titleId } from './use-post-form.ts';

interface DraftOptions {
  post: EditablePost | null;
  draft: Draft | null;
  business: string;
  form: PostForm;
  publication: PostPublication;
}

export type PostDraft = ReturnType<typeof useDraft>;

/** Saves the typed text as a draft, and offers an earlier draft that differs from the post. */
export function useDraft({ post, draft, business, form, publication }: DraftOptions) {
  const [restorable, setRestorable] = useState(() => {
    if (!draft) return null;
    const saved = draftPublication(draft.content, publication.initial, serverNow());
    const isSame =
      isSameContent(toFormValues(draft.content, business), form.initial) &&
      isSamePublication(saved, publication.initial);
    return isSame ? null : draft;
  });
  const [baseVersion, setBaseVersion] = useState(post?._version ?? null);
  const postKey = post?.id ?? 'new';
  const autosave = useAutosave({
    postKey,
    baseVersion,
    isPaused: restorable !== null,
    content: { ...form.content, publication: publication.value },
  });

  function close(): void {
    changeAndFocus(() => setRestorable(null), titleId);
  }

  return {
    postKey,
    autosave,
    restorable,
    setBaseVersion,
    baseVersion,
    restore(): void {
      if (!restorable) return;
      const content = toFormValues(restorable.content, business);
      const restored = draftPublication(restorable.content, publication.initial, serverNow());
      form.replace(content);
      publication.setValue(restored);
      if (post) setBaseVersion(restorable.base_version ?? post._version ?? null);
      autosave.markSaved({ ...content, publication: restored });
      close();
    },
    discard(): void {
      close();
      draftCalls.discard({ key: postKey }).catch((error: unknown) => console.error(error));
    },
  };
}
