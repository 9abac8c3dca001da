declare module 'html-to-text' {
  interface Builder {
    addInline(text: string): void;
  }
  export type Formatter = (
    element: { children: unknown[] },
    walk: (children: unknown[], builder: Builder) => void,
    builder: Builder,
  ) => void;
  interface Options {
    wordwrap?: number | false;
    limits?: { maxDepth?: number; maxChildNodes?: number; ellipsis?: string };
    baseElements?: { selectors: string[]; returnDomByDefault?: boolean };
    formatters?: Record<string, Formatter>;
    selectors?: { selector: string; format?: string; options?: object }[];
  }
  export function convert(html: string, options?: Options): string;
}
