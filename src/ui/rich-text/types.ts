/** A picture chosen for a text: its path on this site, and what it shows. */
export interface ChosenPicture {
  src: string;
  alt: string;
}

/** Lets somebody choose a picture, beginning with a file that they dropped; null when they think better of it. */
export type PickPicture = (file?: File) => Promise<ChosenPicture | null>;

export interface RichTextEditorProps {
  /** Unique on the page; `${id}-error` is the element with the error's words. */
  id: string;
  /** The id of the element that names the field. */
  labelledBy: string;
  /** The HTML to begin with; later changes come from the editor alone. */
  value: string;
  required?: boolean;
  error?: string;
  disabled?: boolean;
  /** The text as HTML, '' when there is none. */
  onChange(html: string): void;
  pickPicture?: PickPicture;
}
