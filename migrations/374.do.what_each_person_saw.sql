-- Whoever settles a difference reads which maker and which seal each of both wrote down. Findings of before, and of older releases beside
-- this, say weights alone.
alter table backing.count_findings add column first_maker text, add column first_seal text, add column second_maker text, add column second_seal text;
