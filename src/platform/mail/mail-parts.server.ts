import type { MessageStructureObject } from 'imapflow';

const maxParts = 100;

interface Leaf {
  /** Its number within the mail. */
  part: string;
  /** How many bytes of it are read; 0 if it is no text. */
  maxLength: number;
}

const isMultipart = ({ type, childNodes }: MessageStructureObject): boolean =>
  /^multipart\//i.test(type) && childNodes !== undefined;

const isText = ({ type, disposition }: MessageStructureObject): boolean =>
  /^text\//i.test(type) && disposition?.toLowerCase() !== 'attachment';

/** Lists the parts of a mail in their order, each with the number of bytes to read of its text. */
export function textLeaves(
  root: MessageStructureObject,
  maxBytes: number,
): { leaves: Leaf[]; isWhole: boolean } {
  const leaves: Leaf[] = [];
  let isWhole = true;
  let left = maxBytes;
  const visit = (node: MessageStructureObject): void => {
    if (isMultipart(node)) {
      node.childNodes?.forEach(visit);
      return;
    }
    if (leaves.length >= maxParts || !node.part) {
      isWhole = false;
      return;
    }
    const size = isText(node) ? (node.size ?? maxBytes) : 0;
    const maxLength = Math.min(size, left);
    if (maxLength < size) isWhole = false;
    left -= maxLength;
    leaves.push({ part: node.part, maxLength });
  };
  visit(root);
  return { leaves, isWhole };
}

/**
 * Writes a mail again from its head and its parts; those that were not read are empty.
 * @param parts by `1.2` and, with their own heads, `1.2.mime`
 */
export function composeMail(
  root: MessageStructureObject,
  head: Buffer,
  parts: ReadonlyMap<string, Buffer>,
): Buffer {
  let count = 0;
  const write = (node: MessageStructureObject): Buffer[] => {
    if (!isMultipart(node)) {
      const mime = parts.get(`${node.part}.mime`) ?? Buffer.from('\r\n');
      return [mime, parts.get(node.part ?? '') ?? Buffer.alloc(0)];
    }
    count += 1;
    const boundary = `part-${count}-of-this-mail`;
    const children = (node.childNodes ?? []).flatMap((child) => [
      Buffer.from(`\r\n--${boundary}\r\n`),
      ...write(child),
    ]);
    const type = `Content-Type: ${node.type}; boundary="${boundary}"\r\n\r\n`;
    return [Buffer.from(type), ...children, Buffer.from(`\r\n--${boundary}--\r\n`)];
  };
  return Buffer.concat([withoutType(head), ...write(root)]);
}

/** Removes the blank line and the content's headers from a head. */
function withoutType(head: Buffer): Buffer {
  const lines = head.toString('latin1').trimEnd();
  const remaining = `${lines}\r\n`.replaceAll(
    /^content-(?:type|transfer-encoding):.*\r?\n(?:[ \t].*\r?\n)*/gim,
    '',
  );
  return Buffer.from(remaining, 'latin1');
}
