import Type, { type TSchema } from 'typebox';
import { body, choice, type Field, field } from '../../../platform/http/fields.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { type ClientErrorKind, clientErrorLimits } from './client-errors.ts';

const kinds: ClientErrorKind[] = ['recovered', 'caught', 'uncaught'];

/** As it is, for the log alone. */
const logged = (schema: TSchema, message: string, isValid: (value: string) => boolean): Field<string> => ({
  ...field<string>(schema, message, (value) => typeof value === 'string' && isValid(value)),
  isCleaned: true,
});

const { messageLength, componentStackLength, pathLength } = clientErrorLimits;

export const clientError = body(
  {
    kind: choice(kinds),
    message: logged(
      Type.String({ minLength: 1, maxLength: messageLength }),
      `Must be 1 to ${messageLength} characters`,
      ({ length }) => length > 0 && length <= messageLength,
    ),
    componentStack: logged(
      Type.String({ maxLength: componentStackLength }),
      `Must be text of at most ${componentStackLength} characters`,
      ({ length }) => length <= componentStackLength,
    ),
    path: logged(
      Type.String({ pattern: '^/[^?#]*$', maxLength: pathLength }),
      `Must be a path of at most ${pathLength} characters, without search or fragment`,
      (path) => path.length <= pathLength && /^\/[^?#]*$/.test(path),
    ),
  },
  {
    ignored: 'unknown',
    toError: (fields) => new AppError('invalid', 'This is no error report.', { fields }),
  },
);
