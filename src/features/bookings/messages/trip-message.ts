import { listOf, type Parse } from '../../../shared/http/request.ts';
import { isRecord } from '../../../shared/is-record.ts';

export interface TripMessage {
  id: string;
  isFromHosts: boolean;
  isChange: boolean;
  text: string;
  at: string;
}

const parseMessage: Parse<TripMessage> = (body) => {
  const { id, from, kind, text, at } = isRecord(body) ? body : {};
  return {
    id: String(id),
    isFromHosts: from === 'hosts',
    isChange: kind === 'change',
    text: String(text ?? ''),
    at: String(at ?? ''),
  };
};

export const parseConversation: Parse<TripMessage[]> = (body) =>
  listOf(parseMessage)(isRecord(body) ? body.messages : undefined);
