import Type, { type Static } from 'typebox';
import { anyText, described, field, nullable } from '../../../platform/http/fields.server.ts';
import { body, query, type Sent } from '../../../platform/http/shapes.server.ts';

export const otherOrigin = 'Origin is not this site';

export const redirectQuery = query(
  {
    originUrl: described('The origin of this site, exactly', anyText(otherOrigin)),
  },
  { ignored: 'unknown' },
);
export type RedirectQuery = Sent<typeof redirectQuery>;

export const redirectSchema = Type.Object({ redirectUrl: Type.String() });
export type Redirect = Static<typeof redirectSchema>;

/** The parameters of Google's response, untrimmed. */
const sentByGoogle = (message: string, minLength: number, maxLength: number) =>
  field<string>(Type.String({ minLength, maxLength }), message);

export const codeExchange = body(
  {
    code: sentByGoogle('Code is not valid', 1, 2048),
    state: described(
      'As Google sent it back; may be left out',
      nullable(sentByGoogle('State is not valid', 0, 512)),
    ),
  },
  { ignored: 'unknown' },
);
export type CodeExchange = Sent<typeof codeExchange>;
