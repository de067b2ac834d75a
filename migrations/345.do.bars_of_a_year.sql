-- The year in which a bar was cast, as lists of vaults have it; unknown for bars that came in without.
alter table backing.bars add column year smallint check (year between 1900 and 2099);
