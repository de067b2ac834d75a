-- Grams that come back to a stopped member stay with them (decisions 0077, 0080).
insert into cases.booked_always (kind, why) values ('redemption_returned', 'grams of an order that was cancelled or came back, which stay with the member');
