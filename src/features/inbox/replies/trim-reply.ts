const attributionEnd = /(?:wrote|schrieb|a écrit|escribió)(?: [^:]{1,200})? ?:$/i;
const attributionStart = /^(?:On|Am|Le|El) \S/;
const separator =
  /^(?:-{3,} ?(?:Original Message|Forwarded message|Ursprüngliche Nachricht) ?-{3,}|_{10,})$/i;
const outlookFrom = /^\*?(?:From|Von|De):\*? \S/;
const outlookSent = /^\*?(?:Sent|Date|Gesendet|Enviado|Envoyé):\*? \S/;
const signOff = /^(?:Sent from (?:my|Yahoo|Mail for|Outlook)|Get Outlook for|Von meinem|Enviado desde mi)/i;

const isQuoted = (line: string): boolean => line.startsWith('>');

/** How many lines introduce the quotation that begins after `index`: mail programs break a long one in two or three. */
function attributionLength(lines: readonly string[], index: number): number {
  if (!attributionEnd.test(lines[index] ?? '')) return 0;
  for (const length of [1, 2, 3]) if (attributionStart.test(lines[index - length + 1] ?? '')) return length;
  return 0;
}

/** Where the rest of a mail is no more of its author's text: a signature, or a whole mail below. */
function isEnd(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (line === '--' || separator.test(line)) return true;
  return outlookFrom.test(line) && lines.slice(index + 1, index + 4).some((next) => outlookSent.test(next));
}

/** The text of an answer without quotations, their introduction and the signature; empty where it is nothing else. */
export function ownText(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const own: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (isEnd(lines, index)) break;
    const introduced = attributionLength(lines, index);
    if (introduced > 1) own.splice(own.length - introduced + 1);
    if (introduced === 0 && !isQuoted(line) && !signOff.test(line)) own.push(line);
  }
  return own
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** As `ownText`; all of it where nothing else would be left. */
export const trimReply = (text: string): string => ownText(text) || text.trim();
