import type { IOptions } from 'sanitize-html';

/** Exactly what the hosts' editor can make; no ids, names, classes or styles that could clobber the page. */
const options: IOptions = {
  allowedTags: [
    'h1',
    'h2',
    'h3',
    'p',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'ol',
    'ul',
    'li',
    'a',
    'img',
    'blockquote',
  ],
  allowedAttributes: { a: ['href'], img: ['src', 'alt', 'width', 'height'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
};

/** HTML from people, reduced to what is safe to show; cleaning a second time changes nothing. */
export async function sanitizeRichText(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(html, options);
}
