/** A part of a mail as IMAP numbers it. */
export interface MimePart {
  /** Empty for the mail itself. */
  number: string;
  /** The headers and the blank line after them. */
  head: Buffer;
  body: Buffer;
  children: MimePart[];
}

/** Splits a mail into its parts (RFC 2046), as deep as they are nested. */
export function splitParts(raw: Buffer, number = '', depth = 0): MimePart {
  const text = raw.toString('latin1');
  const gap = /\r?\n\r?\n|^\r?\n/.exec(text);
  const start = gap ? gap.index + gap[0].length : text.length;
  const part: MimePart = { number, head: raw.subarray(0, start), body: raw.subarray(start), children: [] };
  const { type, parameters } = contentType(part);
  const { boundary } = parameters;
  if (!type.startsWith('multipart/') || !boundary || depth > 20) return part;
  const escaped = boundary.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const pieces = text.slice(start).split(new RegExp(`(?:^|\\r?\\n)--${escaped}(?:--)?[ \\t]*(?:\\r?\\n|$)`));
  part.children = pieces
    .slice(1, -1)
    .map((piece, index) =>
      splitParts(Buffer.from(piece, 'latin1'), number ? `${number}.${index + 1}` : `${index + 1}`, depth + 1),
    );
  return part;
}

const header = ({ head }: MimePart, name: string): string =>
  new RegExp(`^${name}:((?:.*)(?:\\r?\\n[ \\t].*)*)`, 'im')
    .exec(head.toString('latin1'))?.[1]
    ?.replaceAll(/\s+/g, ' ')
    .trim() ?? '';

function withParameters(value: string): { type: string; parameters: Record<string, string> } {
  const [type = '', ...rest] = value.split(/;\s*/);
  const parameters = Object.fromEntries(
    rest.map((one) => {
      const [name = '', ...text] = one.split('=');
      return [name.trim().toLowerCase(), text.join('=').replaceAll('"', '').trim()];
    }),
  );
  return { type: type.trim().toLowerCase(), parameters };
}

const contentType = (part: MimePart) => withParameters(header(part, 'Content-Type') || 'text/plain');

const quote = (text: string): string => (text ? `"${text.replaceAll(/[\\"]/g, '')}"` : 'NIL');

const list = (parameters: Record<string, string>): string => {
  const pairs = Object.entries(parameters).map(
    ([name, value]) => `${quote(name)} ${quote(value) === 'NIL' ? '""' : quote(value)}`,
  );
  return pairs.length > 0 ? `(${pairs.join(' ')})` : 'NIL';
};

/** The structure of a mail in IMAP's form (RFC 3501, 7.4.2); a mail within it is a file. */
export function bodyStructure(part: MimePart): string {
  const { type, parameters } = contentType(part);
  const [main = 'text', sub = 'plain'] = type.split('/');
  if (part.children.length > 0)
    return `(${part.children.map(bodyStructure).join('')} ${quote(sub)} ${list(parameters)} NIL NIL NIL)`;
  const isMail = main === 'message';
  const disposition = header(part, 'Content-Disposition');
  const { type: kind, parameters: details } = withParameters(disposition);
  const lines = main === 'text' ? ` ${part.body.toString('latin1').split('\n').length}` : '';
  const names = isMail ? '"application" "octet-stream"' : `${quote(main)} ${quote(sub)}`;
  const id = quote(header(part, 'Content-ID'));
  const encoding = quote(header(part, 'Content-Transfer-Encoding') || '7bit');
  const place = disposition ? `(${quote(kind)} ${list(details)})` : 'NIL';
  return `(${names} ${list(parameters)} ${id} NIL ${encoding} ${part.body.length}${lines} NIL ${place} NIL NIL)`;
}

/** The bytes that `BODY[section]` names; `null` for a part that the mail does not have. */
export function findSection(raw: Buffer, section: string): Buffer | null {
  if (section === '') return raw;
  const root = splitParts(raw);
  if (section.toUpperCase() === 'HEADER') return root.head;
  const [, number = '', mime] = /^([\d.]*\d)(\.MIME)?$/i.exec(section) ?? [];
  const find = (part: MimePart): MimePart | undefined =>
    part.number === number ? part : part.children.map(find).find((one) => one !== undefined);
  const part = number === '1' && root.children.length === 0 ? root : find(root);
  if (!part) return null;
  return mime ? part.head : part.body;
}
