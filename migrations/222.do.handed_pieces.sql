-- What pieces had cost that were handed over or came back in a period is asked by the overview. Older releases may go on beside this.
create index piece_moves_of_sales on catalogue.piece_moves (created_at) where gram_move in ('delivered', 'returned');
