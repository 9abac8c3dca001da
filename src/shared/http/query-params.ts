import { AppError } from '../errors.ts';

/** Characters of a name that are repeated to whoever sent it. */
const maxEchoLength = 60;

/**
 * The part of an address behind the question mark, in which each of the names stands at most once.
 * @param names all that may stand there; none for a call that takes no parameters
 * @throws AppError `invalid` that names what is unknown or repeated
 */
export function parseQueryParams<Name extends string>(
  url: string,
  names: readonly Name[] = [],
): { [N in Name]?: string } {
  const found: { [N in Name]?: string } = {};
  const start = url.indexOf('?');
  for (const [name, value] of new URLSearchParams(start < 0 ? '' : url.slice(start + 1))) {
    const said = name.slice(0, maxEchoLength);
    const named = JSON.stringify(said);
    if (!(names as readonly string[]).includes(name)) throw refusal(said, `There is no parameter ${named}`);
    if (Object.hasOwn(found, name)) throw refusal(said, `Parameter ${named} is given twice`);
    found[name as Name] = value;
  }
  return found;
}

const refusal = (name: string, message: string): AppError =>
  new AppError('invalid', message, { fields: { [name]: message } });
