import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { RichTextEditor } from '../../../ui/rich-text/lazy-editor.tsx';
import { usePicturePicker } from '../../media/uploads/use-image-picker.tsx';
import { toText } from './field-props.ts';

/** A text with marks, whose pictures come from the media library. */
export function RichTextWidget({ id, value, required, error, disabled, onChange }: FieldControl) {
  const { pickPicture, picker } = usePicturePicker();
  return (
    <>
      <RichTextEditor
        id={id}
        labelledBy={`${id}-label`}
        value={toText(value)}
        required={required}
        error={error}
        disabled={disabled}
        onChange={onChange}
        pickPicture={pickPicture}
      />
      {picker}
    </>
  );
}
