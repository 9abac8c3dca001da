import type { IOptions } from 'sanitize-html';
import { isLink } from '../shared/forms/formats.ts';

/** Whether a URL holds a user name or password, which link fields reject, too. */
function hasCredentials(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.username !== '' || url.password !== '');
}

/** The elements and attributes of the editor, without ids, names, classes or styles that could clobber the page. */
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
  allowedAttributes: { a: ['href'], img: ['src', 'alt', 'width', 'height'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: hasCredentials(attribs.href ?? '') ? {} : attribs }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isLink((attribs.src ?? '').trim()),
  disallowedTagsMode: 'discard',
};

/** The maximum of passes: parsing may move the ends of elements once or twice; HTML that needs more is hostile. */
const maxPasses = 8;

/** The maximum of tags, as many as a book has. Parsing is quadratic in their depth: a megabyte of `<b>` would take minutes. */
const maxTags = 20_000;

const htmlToText = { allowedTags: [], allowedAttributes: {} };

/** Reduces user HTML to what is safe to show; sanitizing again changes nothing. */
export async function sanitizeRichText(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html');
  if ((html.match(/<[a-z]/gi)?.length ?? 0) > maxTags)
    return sanitize(html.replace(/<[^>]*>?/g, ' '), htmlToText);
  let clean = sanitize(html, options);
  for (let pass = 1; pass < maxPasses; pass += 1) {
    const again = sanitize(clean, options);
    if (again === clean) return clean;
    clean = again;
  }
  return sanitize(clean, htmlToText);
}
