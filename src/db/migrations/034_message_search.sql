-- Hosts search in conversations for parts of words.
create index messages_words on messages using gin (text gin_trgm_ops);
