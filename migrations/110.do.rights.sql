-- Older releases may go on beside this.
-- What the application may not do. Tables are made with select, insert, update and delete for karat_app (src/db/applied-migrations.ts);
-- a table that is to be told less says so in its own migration. tests/rights.test.ts holds the whole list.
revoke insert, update, delete, truncate on all tables in schema ledger from karat_app;
grant insert on ledger.accounts, ledger.transfers, ledger.published_heads to karat_app;
revoke update, delete, truncate on orders.moves, orders.lines, orders.former_lines, orders.settlements, orders.shipments,
  orders.hand_overs, orders.invoices, orders.later_papers, catalogue.stock_moves, catalogue.piece_moves, kyc.moves, kyc.views,
  staff.actions, staff.notes from karat_app;
