import { RichTextEditor } from '../../../ui/rich-text-editor.tsx';
import type { FieldControl } from '../../../ui/schema-form.tsx';
import { usePicturePicker } from '../../media/ui/use-picture-picker.tsx';
import { toText } from './widget-attributes.ts';

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
