import type { ReactNode } from 'react';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import type { ChosenMedia } from '../../media/media.ts';
import { usePastedFiles } from '../../media/uploads/use-pasted-files.ts';
import { fieldClass, fieldProps, toText } from './field-props.ts';
import { UploadSources } from './upload-controls.tsx';

interface AddressWidgetProps {
  control: FieldControl;
  kind: 'media' | 'file';
  /** What the button for uploads says. */
  label: string;
  /** Called with what was uploaded or chosen, beside the change of the field. */
  onTaken?(chosen: ChosenMedia): void;
  /** What the address leads to. */
  children: ReactNode;
}

/** The address of an upload: typed, uploaded or pasted, or chosen from the library. */
export function AddressWidget({ control, kind, label, onTaken, children }: AddressWidgetProps) {
  const { value, disabled, onChange } = control;
  const { files, onPaste } = usePastedFiles();
  const take = (chosen: ChosenMedia) => {
    onTaken?.(chosen);
    onChange(chosen.url);
  };
  return (
    <div className="grid gap-3" onPaste={onPaste}>
      <input
        {...fieldProps(control)}
        type="url"
        autoComplete="off"
        value={toText(value)}
        onChange={(event) => onChange(event.target.value)}
        className={fieldClass}
      />
      {children}
      {!disabled && (
        <UploadSources
          kind={kind}
          label={label}
          pick={kind === 'file' ? 'file' : undefined}
          files={files}
          onTake={take}
        />
      )}
    </div>
  );
}
