import Type from 'typebox';
import { choice, field } from '../../../platform/http/fields.server.ts';
import { body } from '../../../platform/http/shapes.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { type ClientErrorKind, clientErrorLimits } from './client-errors.ts';

const kinds: ClientErrorKind[] = ['recovered', 'caught', 'uncaught'];

/** A field that only the log gets, as it was sent. */
const logged = (limits: Type.TStringOptions, message: string) =>
  field<string>(Type.String(limits), message, { isCleaned: true });

const { messageLength, componentStackLength, pathLength } = clientErrorLimits;

export const clientError = body(
  {
    kind: choice(kinds),
    message: logged({ minLength: 1, maxLength: messageLength }, `Must be 1 to ${messageLength} characters`),
    componentStack: logged(
      { maxLength: componentStackLength },
      `Must be text of at most ${componentStackLength} characters`,
    ),
    path: logged(
      { pattern: '^/[^?#]*$', maxLength: pathLength },
      `Must be a path of at most ${pathLength} characters, without search or fragment`,
    ),
  },
  {
    ignored: 'unknown',
    toError: (fields) => new AppError('invalid', 'This is no error report.', { fields }),
  },
);
