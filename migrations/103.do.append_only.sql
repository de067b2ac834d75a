-- Older releases may go on beside this.
-- What a member is shown as having happened, and the proof of what they agreed to, are written once. Events are deleted when they are a year
-- old, and with the account.
revoke update, truncate on identity.security_events from karat_app;
revoke update, delete, truncate on mail.consents from karat_app;
