import { escapeHtml } from './block-html.ts';
import { cleanPastedHtml } from './clean-pasted-html.ts';

/** The form of the data that is taken; null: none that the library could not read itself. */
type Pasted = { image: File } | { html: string } | null;

/**
 * Chooses among the forms of what was pasted or dropped. Office programs add an image of the text that was copied: text wins,
 * unless it only names an image.
 */
export function choosePasted(
  data: Pick<DataTransfer, 'getData' | 'files'>,
  { acceptsImages }: { acceptsImages: boolean },
): Pasted {
  const source = data.getData('text/html');
  const html = cleanPastedHtml(source);
  if (hasText(html)) return { html };
  const plain = data.getData('text/plain').trim();
  const image = [...data.files].find(({ type }) => type.startsWith('image/'));
  const isImage = /<img\b/i.test(source) || plain === '' || isFileName(plain, image);
  if (image && acceptsImages && isImage) return { image };
  if (source === '') return null;
  return { html: html || plainHtml(plain) };
}

const hasText = (html: string): boolean => html.replace(/<[^>]*>/g, '').trim() !== '';

/** Whether it is what file managers and browsers add to a copied image: its name, path or URL. */
const isFileName = (text: string, file: File | undefined): boolean =>
  text
    .split(/[\r\n]+/)
    .every((line) => line === file?.name || /^(?:file:|https?:|~?\/|[a-z]:\\|\\\\)/i.test(line));

const plainHtml = (text: string): string =>
  text === ''
    ? ''
    : text
        .split(/[\r\n]+/)
        .map((line) => `<p>${escapeHtml(line)}</p>`)
        .join('');
