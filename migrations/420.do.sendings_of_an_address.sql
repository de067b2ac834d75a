-- How many codes for events one network address has asked for today is counted (decision 0131).
-- Older releases may go on beside this.
create index sendings_of_an_address on identity.sendings (asker, sent_at desc) where purpose = 'activity' and budget = 'anybody';
