import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Field } from '../../../ui/forms/field.tsx';
import { posts } from '../calls.ts';
import { collectTags, maxTags, normalizeTags, tagSlug } from '../post.ts';

interface TagsFieldProps {
  tags: string[];
  error?: string;
  onChange(tags: string[]): void;
}

const maxTagLength = 40;

export function TagsField({ tags, error, onChange }: TagsFieldProps) {
  const { data: suggestions = [] } = useQuery({
    queryKey: ['post-tags'],
    queryFn: async () => collectTags(await posts.list({ query: { drafts: 'true' } })).map(({ tag }) => tag),
  });
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const isFull = tags.length >= maxTags;

  function add() {
    const added = typed.split(',').filter((tag) => tagSlug(tag) !== '');
    setTyped('');
    if (added.length > 0) onChange(normalizeTags([...tags, ...added]).slice(0, maxTags));
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && typed === '') onChange(tags.slice(0, -1));
  }
  const remove = (tag: string) => {
    onChange(tags.filter((one) => one !== tag));
    input.current?.focus();
  };
  return (
    <Field
      id="post-tags"
      label="Tags"
      hint={isFull ? `A post has at most ${maxTags} tags.` : 'Press Enter or a comma after each.'}
      problem={error}
      problemId="post-tags-error"
      isAnnounced={false}
    >
      {(control) => (
        <div className="flex flex-wrap items-center gap-2 rounded-xl border border-driftwood/70 bg-white p-1.5 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-gulf">
          {tags.map((tag) => (
            <Tag key={tag} tag={tag} onRemove={() => remove(tag)} />
          ))}
          <input
            ref={input}
            {...control}
            type="text"
            list="known-tags"
            value={typed}
            maxLength={maxTagLength}
            autoComplete="off"
            disabled={isFull}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={add}
            className="min-h-9 min-w-32 grow bg-transparent px-2.5 outline-none disabled:min-w-0"
          />
          <datalist id="known-tags">
            {suggestions
              .filter((tag) => !tags.includes(tag))
              .map((tag) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
        </div>
      )}
    </Field>
  );
}

function Tag({ tag, onRemove }: { tag: string; onRemove(): void }) {
  return (
    <span className="inline-flex max-w-full min-h-9 items-center gap-1 rounded-full bg-mist pl-3.5 text-deep wrap-anywhere">
      {tag}
      <button
        type="button"
        aria-label={`Remove tag ${tag}`}
        onClick={onRemove}
        className="grid size-9 shrink-0 place-items-center rounded-full hover:bg-glass"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </span>
  );
}
