/** Matches control characters, direction marks and path separators. */
const unsafe = /[\p{Cc}\p{Cf}\u2028\u2029/\\]+/gu;

const maxNameLength = 200;

export function sanitizeFileName(originalName: string, extension: string): string {
  const name = originalName.toWellFormed().replace(unsafe, ' ').replace(/\s+/g, ' ').trim();
  const ending = `.${extension}`;
  const stem = name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length) : name;
  const shortened = [...stem]
    .slice(0, maxNameLength)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  return `${shortened || 'file'}${ending}`;
}

/** The name in plain letters, for a URL. */
export function urlFileName(fileName: string, extension: string): string {
  const stem = fileName
    .slice(0, -extension.length - 1)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return `${stem || 'file'}.${extension}`;
}

/**
 * The `Content-Disposition` of an attachment (RFC 6266, RFC 8187).
 * @param plain the name in ASCII, for old clients
 */
export const contentDisposition = (plain: string, fileName: string): string =>
  `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )}`;
