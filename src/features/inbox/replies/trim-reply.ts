import { replyAbove } from '../../../platform/mail/reply-line.ts';

/** The text to which the author replied; it distinguishes quotations from new text. */
export interface SentMail {
  /** The texts of the mails that may be quoted. */
  texts: readonly string[];
  /** Names and addresses of the sender, which programs use to introduce a quotation. */
  senders: readonly string[];
}

export interface SplitReply {
  /** The author's new text; empty if the mail has only quotations. */
  own: string;
  /** Everything else is a quotation of a sent text, or marked as one, and no sent text is left. */
  isCertain: boolean;
  /** Whether something was left out that may not be a quotation. */
  isShortened: boolean;
}

interface Line {
  raw: string;
  /** The line without quotation marks (`>`), and with plain blanks. */
  text: string;
  /** Its `toKey`: programs wrap, indent and decorate what they quote. */
  key: string;
  isMarked: boolean;
  /** Whether it occurs in the sent text. */
  isSent: boolean;
  isAnchor: boolean;
}

type Verdict = 'own' | 'quoted' | 'doubtful' | 'signature';

/** Shorter runs of letters may occur in any mail. */
const minKeyLength = 12;
/** Runs of this many letters are no coincidence. */
const minQuotedLength = 40;
const maxSignatureLines = 8;
const maxIntroductionLines = 4;
const maxHeadLines = 10;

const separator = /^(?:[\p{Pd}_=*]{5,}|[\p{Pd}_=*]{3,} ?[\p{L} ]{3,40} ?[\p{Pd}_=*]{3,})$/u;
/** Words between two rules, such as `---- On Saturday Ann wrote ----`. */
const ruled = /^\p{Pd}{2,}.*\p{L}.*\p{Pd}{2,}$/u;
const label = /^\*?\p{L}[\p{L}\p{M} .-]{0,24}\*? ?:\*? ?\S/u;
const dated = /\d{4}|\d{1,2}[:.h]\d{2}/;
const signOff =
  /^(?:Sent from (?:my|Yahoo|Mail for|Outlook)|Get Outlook for|Von meinem|Enviado desde mi).{0,60}$/i;
/** Signs that programs write into texts from right to left, and others without a width. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const address = /(?:https?:\/\/|tel:|mailto:)\S+/gi;

/** Reduces a text to its letters and digits, in small letters and without addresses of pages. */
export const toKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(address, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

const anchorKey = toKey(replyAbove);

function toLine(raw: string, sent: string): Line {
  const visible = raw.replace(invisible, '');
  const [mark = ''] = /^\s*(?:>\s*)+/.exec(visible) ?? [];
  const text = visible.slice(mark.length).normalize('NFKC').replace(/\s+/g, ' ').trim();
  const key = toKey(text);
  return {
    raw,
    text,
    key,
    isMarked: mark !== '',
    isSent: key !== '' && sent.includes(key),
    isAnchor: key.includes(anchorKey),
  };
}

/**
 * Separates an author's own text from what they quote: by quotation marks, by the text of the mails that they may have
 * replied to, and by the line above which they were asked to write. It depends on no language and no mail program.
 */
export function splitReply(text: string, sent: SentMail): SplitReply {
  return new Reply(text, sent).split();
}

class Reply {
  readonly #lines: Line[];
  readonly #verdicts: Verdict[];
  readonly #senders: string[];
  readonly #sentKey: string;
  #isCertain = true;

  constructor(text: string, { texts, senders }: SentMail) {
    this.#sentKey = texts.map(toKey).join('\n');
    this.#lines = text.split('\n').map((line) => toLine(line, this.#sentKey));
    this.#verdicts = this.#lines.map(() => 'own');
    this.#senders = senders.map((sender) => sender.toLowerCase()).filter((sender) => sender.length > 3);
  }

  split(): SplitReply {
    this.#takeMarked();
    this.#takeAnchored();
    this.#takeSent();
    this.#takeForeignHeads();
    this.#takeSignature();
    const own = this.#ownText();
    return {
      own,
      isCertain: this.#isCertain && !this.#hasSentLine(),
      isShortened: this.#verdicts.some((verdict) => verdict === 'doubtful' || verdict === 'signature'),
    };
  }

  /** Marks blocks of quoted lines, and lines that a program wrapped out of them. */
  #takeMarked(): void {
    const lines = this.#lines;
    for (let start = 0; start < lines.length; start += 1) {
      if (!lines[start]?.isMarked) continue;
      let end = start + 1;
      while (lines[end]?.isMarked || this.#isWrapped(end)) end += 1;
      const isIntroduced = this.#takeIntroduction(start);
      const isQuotation = isIntroduced || lines.slice(start, end).some(({ isSent }) => isSent);
      this.#mark(start, end, isQuotation ? 'quoted' : 'doubtful');
      if (!isQuotation && lines.slice(start, end).some(({ key }) => key !== '')) this.#isCertain = false;
      start = end - 1;
    }
  }

  /** Whether a line without a mark continues the sentence of the line before it. */
  #isWrapped(index: number): boolean {
    const [before, line] = [this.#lines[index - 1], this.#lines[index]];
    if (!before?.isMarked || !line || line.isMarked || line.key === '') return false;
    return line.isSent && before.key !== '' && this.#sentKey.includes(before.key + line.key);
  }

  /** The text below the line above which the author was to write; whether it is new is uncertain. */
  #takeAnchored(): void {
    const anchor = this.#lines.findIndex(({ isAnchor, isMarked }) => isAnchor && !isMarked);
    if (anchor < 0) return;
    let start = anchor;
    // The preview text of mailboxes is above it in the HTML.
    while (this.#isLongSent(this.#previous(start))) start = this.#previous(start);
    this.#takeIntroduction(start);
    const below = this.#lines.slice(anchor).filter(({ key }) => key !== '');
    const isMostlySent = below.filter(({ isSent }) => isSent).length * 2 > below.length;
    for (const [offset, line] of this.#lines.slice(start).entries()) {
      if (this.#verdicts[start + offset] !== 'own') continue;
      const isQuoted = line.isSent || line.key === '' || start + offset <= anchor || isAddressPart(line);
      if (!isQuoted) this.#isCertain = false;
      this.#verdicts[start + offset] = isQuoted ? 'quoted' : isMostlySent ? 'own' : 'doubtful';
    }
  }

  /** Runs of lines that occur in the sent text. */
  #takeSent(): void {
    const lines = this.#lines;
    for (let start = 0; start < lines.length; start += 1) {
      if (this.#verdicts[start] !== 'own' || !lines[start]?.isSent) continue;
      let end = start;
      const isPart = (line: Line | undefined, index: number) =>
        line !== undefined &&
        this.#verdicts[index] === 'own' &&
        (line.isSent || line.key === '' || isAddressPart(line));
      while (isPart(lines[end], end)) end += 1;
      const head = this.#introductionStart(start);
      let first = start;
      // A short word without an introduction may be the author's own.
      if (head === start) while (first < end && !this.#isLongSent(first)) first += 1;
      const length = lines.slice(first, end).reduce((sum, { key }) => sum + key.length, 0);
      if (length >= minQuotedLength || (head < start && length >= minKeyLength)) {
        this.#takeIntroduction(first);
        this.#mark(first, end, 'quoted');
        if (lines.slice(end).some(({ key }, index) => key !== '' && this.#verdicts[end + index] === 'own'))
          this.#isCertain = false;
      }
      start = end - 1;
    }
  }

  /** An introduction or header with our name without our text below it: the quotation of an unknown mail. */
  #takeForeignHeads(): void {
    let lastNamed = Number.NEGATIVE_INFINITY;
    for (let index = 1; index <= this.#lines.length; index += 1) {
      if (this.#namesSender(this.#lines[index - 1]?.text ?? '')) lastNamed = index;
      if (index - lastNamed > maxHeadLines) continue;
      if (this.#verdicts[index - 1] !== 'own' || this.#lines[index - 1]?.key === '') continue;
      const head = this.#introductionStart(index);
      const named = this.#lines.slice(head, index).some(({ text }) => this.#namesSender(text));
      const last = this.#lines[index - 1]?.text ?? '';
      const isHead = index - head >= 3 || /:$/.test(last) || ruled.test(last);
      if (head === index || !named || !isHead) continue;
      this.#mark(head, this.#lines.length, 'doubtful');
      this.#isCertain = false;
      return;
    }
  }

  /** The signature: the text below the only line `-- ` (RFC 3676, 4.3). */
  #takeSignature(): void {
    const marks = this.#lines.flatMap(({ raw }, index) =>
      /^-- ?\r?$/.test(raw) && this.#verdicts[index] === 'own' ? [index] : [],
    );
    const [start, second] = marks;
    if (start === undefined || second !== undefined || !/^-- \r?$/.test(this.#lines[start]?.raw ?? ''))
      return;
    let end = start + 1;
    while (end < this.#lines.length && this.#verdicts[end] === 'own') end += 1;
    const below = this.#lines.slice(start + 1, end).filter(({ key }) => key !== '');
    if (below.length <= maxSignatureLines) this.#mark(start, end, 'signature');
  }

  #ownText(): string {
    const own = this.#lines.filter((_, index) => this.#verdicts[index] === 'own');
    const last = own.findLastIndex(({ text }) => text !== '');
    if (signOff.test(own[last]?.text ?? '')) own.splice(last);
    return own
      .map(({ raw }) => raw.trimEnd())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
  }

  /** Whether the author's text contains a line of the sent text. */
  #hasSentLine(): boolean {
    return this.#lines.some(
      ({ isSent, key, isAnchor }, index) =>
        this.#verdicts[index] === 'own' && (isAnchor || (isSent && key.length >= 2 * minKeyLength)),
    );
  }

  #mark(start: number, end: number, verdict: Verdict): void {
    this.#verdicts.fill(verdict, start, end);
  }

  #isLongSent = (index: number): boolean => {
    const line = this.#lines[index];
    return (
      line !== undefined && this.#verdicts[index] === 'own' && line.isSent && line.key.length >= minKeyLength
    );
  };

  /** Returns the index of the last line with text before this one; -1 for none. */
  #previous(index: number): number {
    let previous = index - 1;
    while (previous >= 0 && this.#lines[previous]?.text === '') previous -= 1;
    return previous;
  }

  #namesSender = (text: string): boolean =>
    this.#senders.some((sender) => text.toLowerCase().includes(sender));

  /** Marks the introduction of the quotation that begins at a line, and the line between both. @returns whether there is one */
  #takeIntroduction(start: number): boolean {
    let head = this.#introductionStart(start);
    const above = this.#previous(head);
    if (above >= 0 && this.#isRule(above) && this.#verdicts[above] === 'own') head = above;
    const last = this.#previous(start);
    // A possible introduction must neither be sent as text nor left out as an introduction.
    if (head === start && this.#verdicts[last] === 'own' && /:$/.test(this.#lines[last]?.text ?? ''))
      this.#isCertain = false;
    this.#mark(head, start, 'quoted');
    return head < start;
  }

  /** Returns the first of the lines that say who wrote when, from words in a rule to a line: their labels may lack colons. */
  #headBelowRule(last: number): number | undefined {
    for (let index = last; last - index <= maxHeadLines && this.#verdicts[index] === 'own'; index -= 1) {
      const text = this.#lines[index]?.text ?? '';
      if (text === '') return undefined;
      if (!separator.test(text) || !ruled.test(text)) continue;
      const head = this.#lines.slice(index + 1, last + 1).map((line) => line.text);
      const isFromUs = head.some((line) => this.#namesSender(line) && line.includes('@'));
      const isDated = head.some((line) => dated.test(line.replaceAll(/\S+@\S+/g, '')));
      return head.length >= 3 && isFromUs && isDated ? index + 1 : undefined;
    }
    return undefined;
  }

  /** Whether a line separates: a rule, alone or with words, or one with our name between its ends. */
  #isRule(index: number): boolean {
    const text = this.#lines[index]?.text ?? '';
    return separator.test(text) || (ruled.test(text) && this.#namesSender(text));
  }

  /** Returns the first of the lines that introduce a quotation: who wrote when, in any language, or the head of a mail. */
  #introductionStart(start: number): number {
    const last = this.#previous(start);
    const isOwn = (index: number) =>
      this.#verdicts[index] === 'own' && (this.#lines[index]?.text ?? '') !== '';
    if (!isOwn(last)) return start;
    let top = last;
    while (last - top < maxHeadLines && isOwn(top - 1) && label.test(this.#lines[top - 1]?.text ?? ''))
      top -= 1;
    const head = this.#lines.slice(top, last + 1);
    if (
      head.length >= 3 &&
      label.test(this.#lines[last]?.text ?? '') &&
      head.some(({ text }) => this.#namesSender(text))
    )
      return top;
    const ruledHead = this.#headBelowRule(last);
    if (ruledHead !== undefined) return ruledHead;
    const text = this.#lines[last]?.text ?? '';
    if (!/[:,]$/.test(text) && !ruled.test(text) && !/^.*<[^<>\s]+@[^<>\s]+>$/.test(text)) return start;
    const candidates = Array.from({ length: maxIntroductionLines }, (_, lines) => last - lines).filter(
      (first) =>
        this.#lines
          .slice(first < 0 ? last + 1 : first, last + 1)
          .every(({ text, isMarked }) => text !== '' && !isMarked),
    );
    const joined = (first: number) =>
      this.#lines
        .slice(first, last + 1)
        .map(({ text }) => text)
        .join(' ');
    const isComplete = (first: number) =>
      dated.test(joined(first).replaceAll(/\S+@\S+/g, '')) &&
      (this.#namesSender(joined(first)) || joined(first).includes('@'));
    // Several lines count only after a blank line, or if the first is as long as the line width of a program.
    const isSetOff = (first: number) =>
      first === last || !isOwn(first - 1) || (this.#lines[first]?.text.length ?? 0) >= minQuotedLength;
    const complete = candidates.find((first) => first >= 0 && isComplete(first) && isSetOff(first));
    if (complete !== undefined) return complete;
    return this.#namesSender(joined(last)) && !ruled.test(text) ? last : start;
  }
}

/** The rest of an address that a program wrapped, or punctuation. */
const isAddressPart = ({ text }: Line): boolean => /^\S{30,}$/.test(text) || /^[<[(]?https?:\S+$/i.test(text);

/** The part of a mail that is shown first: the author's new text, or the whole mail if that is empty. */
export const trimReply = (text: string, sent: SentMail): string => splitReply(text, sent).own || text.trim();
