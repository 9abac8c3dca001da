import { AppError } from '../errors.ts';

/** Characters of a name repeated in an error. */
const maxEchoLength = 60;

/**
 * Parses a URL's query.
 * @param names the allowed names
 * @throws AppError `invalid` with the name that is unknown or occurs twice
 */
export function parseQueryParams<Name extends string>(
  url: string,
  names: readonly Name[] = [],
): { [N in Name]?: string } {
  const params: { [N in Name]?: string } = {};
  const start = url.indexOf('?');
  for (const [name, value] of new URLSearchParams(start < 0 ? '' : url.slice(start + 1))) {
    const echoed = name.slice(0, maxEchoLength);
    const named = JSON.stringify(echoed);
    if (!(names as readonly string[]).includes(name))
      throw rejection(echoed, `There is no parameter ${named}`);
    if (Object.hasOwn(params, name)) throw rejection(echoed, `Parameter ${named} is given twice`);
    params[name as Name] = value;
  }
  return params;
}

const rejection = (name: string, message: string): AppError =>
  new AppError('invalid', message, { fields: { [name]: message } });
