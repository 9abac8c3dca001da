import type { ColumnType, Generated } from 'kysely';
import type messageTemplates from '../../shared/schemas/message-templates.ts';
import type { Moment } from './column-types.ts';
import type { TableColumns } from './table-columns.ts';

type ThreadStatus = 'new' | 'open' | 'answered' | 'closed';

interface ThreadsTable {
  /** The id of its inquiry or booking. */
  id: string;
  kind: 'inquiry' | 'booking';
  status: Generated<ThreadStatus>;
  /** The token in the local part of the address that guests reply to. */
  reply_token: Generated<string>;
  /** The token in the local part of the address that hosts reply to. */
  host_reply_token: Generated<string>;
  is_unread: Generated<boolean>;
  /** When the guest began to wait for a reply. */
  waiting_since: Date | null;
  /** When the hosts were alarmed about this wait. */
  alarmed_at: Date | null;
  last_message_at: Moment;
  /** The booking's property; only triggers write it. */
  property_id: ColumnType<string | null, never, never>;
  created_at: Moment;
}

export interface MessagesTable {
  id: Generated<string>;
  thread_id: string;
  /**
   * `auto`: an automatic reply or a bounce, which counts as no reply; `unverified`: a mail to the hosts' address that was not
   * passed on to the guest.
   */
  direction: 'in' | 'out' | 'auto' | 'unverified';
  kind: Generated<'message' | 'change'>;
  author: Generated<string>;
  author_email: Generated<string>;
  text: string;
  /** The whole text of a mail if `text` is only a part of it; otherwise `null`. */
  original_text: string | null;
  /** Names of files that came with a mail and are not stored. */
  attachments: Generated<string[]>;
  /** Why it was not delivered. */
  problem: Generated<string>;
  mail_id: string | null;
  /** When our mail server took it. */
  sent_at: Date | null;
  /** How long the guest had waited for this reply. */
  waited_seconds: number | null;
  idempotency_key: string | null;
  created_at: Moment;
}

type MessageTemplatesTable = TableColumns<typeof messageTemplates>;

interface MailboxPositionsTable {
  mailbox: string;
  uid_validity: Generated<string>;
  last_uid: Generated<number>;
  last_read_at: Date | null;
  last_error: Generated<string>;
}

export interface InboxTables {
  threads: ThreadsTable;
  messages: MessagesTable;
  message_templates: MessageTemplatesTable;
  mailbox_positions: MailboxPositionsTable;
}
