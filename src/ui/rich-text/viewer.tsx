interface RichTextPolicy {
  createHTML(html: string): string;
}

let policy: RichTextPolicy | undefined;

/** The one trusted-types policy; the server has sanitised the HTML. */
function trusted(html: string): string {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: RichTextPolicy): RichTextPolicy };
  };
  if (!trustedTypes) return html;
  policy ??= trustedTypes.createPolicy('rich-text', { createHTML: (text) => text });
  return policy.createHTML(html);
}

/** Parses into a document that is never shown: nothing in it runs or loads. */
export const parsedHtml = (html: string): HTMLElement =>
  new DOMParser().parseFromString(trusted(html), 'text/html').body;

/** Shows sanitised HTML. */
export function RichText({ html, className = '' }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only place that does, with HTML the server sanitised
  return <div className={`rich-text ${className}`} dangerouslySetInnerHTML={{ __html: trusted(html) }} />;
}
