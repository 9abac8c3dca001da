/** A path on this site and the alternative text. */
export interface ChosenImage {
  src: string;
  alt: string;
}

/** May begin with a dropped file; null when cancelled. */
export type PickImage = (file?: File) => Promise<ChosenImage | null>;

export interface RichTextEditorProps {
  /** `${id}-error` is the error's element. */
  id: string;
  labelledBy: string;
  /** The initial HTML; only the editor changes it later. */
  value: string;
  required?: boolean;
  error?: string;
  disabled?: boolean;
  /** '' for an empty text. */
  onChange(html: string): void;
  pickImage?: PickImage;
}
