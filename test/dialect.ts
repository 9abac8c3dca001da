import { isNode, type Node, type Source } from './source.ts';

/** STYLE.md's "don't say" column, as far as it is single words: no exported name contains one. */
const retired = new Set([
  'ask',
  'asks',
  'asked',
  'question',
  'questions',
  'answer',
  'answers',
  'answered',
  'tell',
  'tells',
  'told',
  'untold',
  'say',
  'says',
  'said',
  'keep',
  'keeps',
  'kept',
  'forget',
  'forgets',
  'forgotten',
  'words',
  'known',
  'found',
  'given',
  'wanted',
  'shown',
  'look',
  'looks',
  'patience',
  'linger',
  'held',
  'quiet',
  'anew',
  'meanwhile',
  'way',
  'ways',
  'refuse',
  'refuses',
  'refused',
  'refusal',
  'refusals',
  'most',
  'longest',
  'largest',
  'deepest',
  'person',
  'people',
  'somebody',
  'nobody',
  'whoever',
  'picture',
  'pictures',
  'photo',
  'photos',
  'measured',
  'happening',
  'noted',
  'wish',
  'wishes',
  'purse',
  'ration',
  'seal',
]);

/** `maxURLLength` as `max-url-length`. */
const toKebab = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();

/** The first retired word in a name; `not found` is the field's own, and `…Of` counts only at the end. */
export function retiredWordIn(name: string): string | undefined {
  const parts = toKebab(name)
    .replace(/\bnot-found\b/g, '')
    .split(/[-_$\d]+/);
  return parts.find((part) => retired.has(part)) ?? (/[a-z]Of$/.test(name) ? 'of' : undefined);
}

/** Each name that a file exports, at its place. */
export function exportedNames({ body }: Source): { node: Node; name: string }[] {
  return body
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap(({ declaration, specifiers }) => {
      if (!isNode(declaration)) return (specifiers as Node[]).map(({ exported }) => exported);
      const { declarations, id } = declaration;
      return Array.isArray(declarations) ? (declarations as Node[]).map((each) => each.id) : [id];
    })
    .filter((id) => isNode(id))
    .flatMap((node) => (typeof node.name === 'string' ? [{ node, name: node.name }] : []));
}

/** Words that make a riddle of a test's title. */
export const retiredInTitles = /\b(whoever|nobody|somebody|meanwhile|anew)\b/i;
