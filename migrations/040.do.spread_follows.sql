-- Each spread that staff set names the one it replaces: of two who looked at the same one, the database lets one through.
alter table pricing.spreads add column follows integer
  constraint spread_follows_one unique constraint spread_follows_a_spread references pricing.spreads;
alter table pricing.spreads add constraint spread_never_crosses check (ask_bps >= bid_bps);
