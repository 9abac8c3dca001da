import { expect, test } from 'vitest';
import { declineRequest, messageRequest } from './contract.server.ts';

test.each(['a\0', 'a\ud83d'])(
  'a decision or a message with text that cannot be stored is rejected: %j',
  (text) => {
    expect(() => declineRequest.parse({ reason: text })).toThrow(
      expect.objectContaining({ code: 'invalid', fields: { reason: expect.any(String) } }),
    );
    expect(() => messageRequest.parse({ text })).toThrow(
      expect.objectContaining({ code: 'invalid', fields: { text: expect.any(String) } }),
    );
  },
);
