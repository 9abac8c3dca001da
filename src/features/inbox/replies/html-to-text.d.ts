declare module 'html-to-text' {
  interface Options {
    wordwrap?: number | false;
    limits?: { maxDepth?: number; maxChildNodes?: number; ellipsis?: string };
    selectors?: { selector: string; format?: string; options?: object }[];
  }
  export function convert(html: string, options?: Options): string;
}
