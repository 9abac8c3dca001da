import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { suggestSlug } from '../../../shared/text/slug.ts';
import { useFormState } from '../../../ui/forms/use-form-state.ts';
import type { EditablePost } from '../post.ts';
import {
  editorFormId,
  editorSchema,
  initialPublication,
  isSameContent,
  isSamePublication,
  type PostContent,
  toFormValues,
  validateEditor,
} from './post-form.ts';

export const titleId = `${editorFormId}-title`;

export const saveButtonId = `${editorFormId}-save`;

/** Renders a change and moves the focus at once, so that the next key is pressed there. */
export function changeAndFocus(change: () => void, id: string): void {
  flushSync(change);
  document.getElementById(id)?.focus();
}

export type PostForm = ReturnType<typeof usePostForm>;

export function usePostForm(post: EditablePost | null, business: string) {
  const schema = useMemo(() => editorSchema(business), [business]);
  const [initial] = useState(() => toFormValues(post, business));
  const fields = useFormState(schema, { ...initial }, validateEditor);
  const [extras, setExtras] = useState({ tags: initial.tags, cover_image_url: initial.cover_image_url });
  const slugIsTyped = useRef(false);
  const [editorKey, setEditorKey] = useState(0);
  const content: PostContent = { ...toFormValues(fields.values, ''), ...extras };

  function change(name: string, value: unknown): void {
    fields.change(name, value);
    if (name === 'slug') slugIsTyped.current = typeof value === 'string' && value.trim() !== '';
    if (name === 'title' && !post && !slugIsTyped.current && typeof value === 'string')
      fields.change('slug', suggestSlug(value));
  }

  return {
    schema,
    initial,
    content,
    extras,
    fields: { ...fields, change },
    isDirty: !isSameContent(content, initial),
    /** Changes with `replace`: the rich-text editor takes a value from outside only when it is new. */
    editorKey,
    changeExtras: (changed: Partial<typeof extras>) => setExtras((before) => ({ ...before, ...changed })),
    replace({ tags, cover_image_url, ...texts }: PostContent): void {
      fields.replace(texts);
      setExtras({ tags, cover_image_url });
      slugIsTyped.current = texts.slug !== suggestSlug(texts.title);
      setEditorKey((before) => before + 1);
    },
  };
}

export type PostPublication = ReturnType<typeof usePublication>;

export function usePublication(post: EditablePost | null) {
  const [initial] = useState(() => initialPublication(post, serverNow()));
  const [value, setValue] = useState(initial);
  return { initial, value, setValue, isDirty: !isSamePublication(value, initial) };
}
