import { expect, test } from 'vitest';
import { parseDecision, parseMessage } from './requests.ts';

test.each(['a\0', 'a\ud83d'])(
  'a decision or a message with text that cannot be stored is refused: %j',
  (text) => {
    expect(() => parseDecision({ reason: text }, ['reason'])).toThrow(
      expect.objectContaining({ code: 'invalid', fields: { reason: expect.any(String) } }),
    );
    expect(() => parseMessage({ text })).toThrow(
      expect.objectContaining({ code: 'invalid', fields: { text: expect.any(String) } }),
    );
  },
);
