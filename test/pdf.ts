/** What a test reads of an uncompressed PDF: its source, how many pages it has, and the text on them, in one piece. */
export interface ReadPdf {
  source: string;
  pages: number;
  text: string;
}

/** Reads a PDF that pdfkit wrote without compression: text in one-line arrays, a character map beside each font. */
export function readPdf(pdf: Buffer): ReadPdf {
  const source = pdf.toString('latin1');
  const objects = new Map(
    [...source.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id, body]) => [id, body ?? '']),
  );
  const fonts = new Map<string, Map<string, string>>();
  for (const [, list = ''] of source.matchAll(/\/Font <<([\s\S]*?)>>/g)) {
    for (const [, name = '', id] of list.matchAll(/\/(\w+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
      fonts.set(name, characterMap(objects.get(map) ?? ''));
    }
  }
  let font = new Map<string, string>();
  let text = '';
  for (const [, name, array] of source.matchAll(/\/(\w+) [\d.]+ Tf$|^\[(.*)\] TJ$/gm)) {
    if (name) font = fonts.get(name) ?? font;
    else text += drawn(array ?? '', font);
  }
  return { source, pages: source.match(/\/Type \/Page\n/g)?.length ?? 0, text };
}

const drawn = (array: string, font: Map<string, string>): string =>
  [...array.matchAll(/<([0-9a-f]+)>/g)]
    .flatMap(([, codes = '']) => codes.match(/.{4}/g) ?? [])
    .map((code) => font.get(code) ?? '\ufffd')
    .join('');

/** `<0000> <0020> [<0041> <0042>]` of a map from codes to Unicode. */
function characterMap(map: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const [, from = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    [...list.matchAll(/<([0-9a-f ]+)>/g)].forEach(([, codes = ''], index) => {
      const code = (Number.parseInt(from, 16) + index).toString(16).padStart(4, '0');
      const bytes = Buffer.from(codes.replaceAll(' ', ''), 'hex');
      entries.set(code, bytes.swap16().toString('utf16le'));
    });
  }
  return entries;
}
