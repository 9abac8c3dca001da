/** Property names in lower case, values without `!important`. */
export type Declarations = Map<string, string>;

/** Parses the declarations of a rule or a `style` attribute, unknown properties such as `mso-list` included. */
export function parseDeclarations(text: string): Declarations {
  const declarations: Declarations = new Map();
  for (const declaration of text.match(/(?:"[^"]*"|'[^']*'|\([^)]*\)|[^;])+/g) ?? []) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    declarations.set(name, value.replace(/\s*!important$/i, ''));
  }
  return declarations;
}

/** An element as its rules select it. */
interface SelectedElement {
  name: string;
  id: string | undefined;
  classes: string[];
}

/** The rules of `<style>` elements whose selector is one tag, class or id, or a tag with a class, and Word's `@list` rules. */
export class StyleSheet {
  private readonly rules = new Map<string, Declarations>();

  add(text: string): void {
    const css = text.replace(/<!--|-->|\/\*[\s\S]*?\*\//g, '');
    // Blocks within a block, as those of `@media`, are for other devices.
    for (const [, selectors = '', body = ''] of css.matchAll(/([^{}]*)\{((?:[^{}]|\{[^{}]*\})*)\}/g)) {
      if (body.includes('{')) continue;
      const declarations = parseDeclarations(body);
      for (const selector of selectors.split(','))
        this.addRule(selector.trim().replace(/\s+/g, ' '), declarations);
    }
  }

  /** The declarations that hold for an element, the most specific last. */
  declarationsFor({ name, id, classes }: SelectedElement): Declarations {
    const selectors = [
      name,
      ...classes.map((word) => `.${word}`),
      ...classes.map((word) => `${name}.${word}`),
      ...(id ? [`#${id}`, `${name}#${id}`] : []),
    ];
    return new Map(selectors.flatMap((selector) => [...(this.rules.get(selector) ?? [])]));
  }

  /** Word's description of a list's level, such as `l0:level1`. */
  listLevel(name: string): Declarations | undefined {
    return this.rules.get(`@list ${name}`);
  }

  private addRule(selector: string, declarations: Declarations): void {
    const name = selector.replace(/^[a-z]+/i, (tag) => tag.toLowerCase());
    this.rules.set(name, new Map([...(this.rules.get(name) ?? []), ...declarations]));
  }
}

const inchesPer: Record<string, number> = {
  in: 1,
  cm: 1 / 2.54,
  mm: 1 / 25.4,
  pt: 1 / 72,
  pc: 1 / 6,
  px: 1 / 96,
};

/** Parses a CSS length with an absolute unit; 0 for all else. @returns inches */
export function parseInches(length = ''): number {
  const [, number, unit = ''] = /^([\d.]+)([a-z]+)$/i.exec(length.trim()) ?? [];
  return Number(number ?? 0) * (inchesPer[unit.toLowerCase()] ?? 0);
}
