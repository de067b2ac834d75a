-- The round that makes audit keys may not make one for an account that is closed meanwhile.
create trigger member_is_open before insert on identity.audit_keys for each row execute function identity.refuse_closed();
