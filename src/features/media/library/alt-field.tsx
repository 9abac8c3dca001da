import { type SyntheticEvent, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { altMissing, maxAltLength } from '../media.ts';

/** Stores an alternative text; the admin's tables provide the call. */
export type SaveAlt = (id: string, alt: string) => Promise<unknown>;

interface AltFieldProps {
  media: { id: string; alt: string; originalName: string };
  save: SaveAlt;
  onSaved(alt: string): void;
}

/** Edits the alternative text, which holds wherever the image is used. */
export function AltField({ media, save, onSaved }: AltFieldProps) {
  const [alt, setAlt] = useState(media.alt);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const isChanged = alt.trim() !== media.alt;

  async function store() {
    const text = alt.trim();
    if (text === '') return setError(altMissing.alt ?? '');
    setBusy(true);
    try {
      await save(media.id, text);
      setError('');
      onSaved(text);
    } catch (failure) {
      const apiError = failure instanceof ApiError ? failure : null;
      setError(apiError?.fields.alt ?? apiError?.message ?? 'Failed to update row');
    }
    setBusy(false);
  }
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    event.stopPropagation();
    void store();
  }
  return (
    // This is no form, because it may be inside another one.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would repeat the label of its only field
    <div
      role="group"
      aria-label={`Alternative text of ${media.originalName}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-1"
    >
      <Field label="Alternative text" size="small" problem={error}>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <input
              {...control}
              type="text"
              value={alt}
              maxLength={maxAltLength}
              placeholder="What it shows"
              autoComplete="off"
              aria-required
              onChange={(event) => setAlt(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && submit(event)}
              className={`${control.className} w-auto! grow basis-40`}
            />
            {(isChanged || media.alt === '') && (
              <Button variant="secondary" disabled={busy} onClick={() => void store()} className="px-4!">
                Save
              </Button>
            )}
          </div>
        )}
      </Field>
    </div>
  );
}
