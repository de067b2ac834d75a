-- The returns desk (decision 0164): pieces whose money is asked back are received, looked at and kept or sent back, and money follows them.
create table orders.returns (
  id uuid primary key,
  request_id uuid not null references orders.refund_requests,
  order_id uuid not null,
  position smallint not null,
  serial text references catalogue.pieces,
  state text not null default 'received' check (state in ('received', 'stocked', 'quarantined', 'refused', 'sent_back')),
  condition text check (condition in ('sealed', 'opened', 'damaged', 'not_as_sold')),
  weighed_e4 bigint check (weighed_e4 between 1 and 1000000000),
  findings text not null default '' check (length(findings) <= 500),
  received_by text not null,
  received_at timestamptz not null default now(),
  decided_by text,
  decided_at timestamptz,
  sent_by text,
  sent_at timestamptz,
  sent_how text check (length(sent_how) <= 200),
  foreign key (request_id, position) references orders.refund_lines,
  constraint return_is_decided_with_a_time check ((state = 'received') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint decided_return_was_looked_at check (state = 'received' or condition is not null),
  constraint sent_back_has_a_time check ((state = 'sent_back') = (sent_at is not null) and (sent_at is null) = (sent_by is null) and (sent_at is null) = (sent_how is null))
);
create index returns_by_order on orders.returns (order_id);
create index returns_at_the_desk on orders.returns (received_at) where state in ('received', 'refused');
create unique index piece_comes_back_once on orders.returns (order_id, serial) where state <> 'sent_back';
create index returns_by_serial on orders.returns (serial) where state in ('received', 'refused');
comment on table orders.returns is 'one row for each piece that is in the house again; without a number where its kind has none';

-- That money goes back before its piece, or without it, is somebody's decision.
create table orders.return_waivers (
  request_id uuid primary key references orders.refund_requests,
  kind text not null check (kind in ('before', 'without')),
  reason text not null check (length(reason) between 3 and 500),
  waived_by text not null,
  waived_at timestamptz not null default now()
);
comment on column orders.return_waivers.kind is 'before: the piece is expected all the same; without: its buyer keeps it';
create trigger append_only before update or delete on orders.return_waivers for each row execute function orders.refuse_change();
revoke update, delete, truncate on orders.return_waivers from karat_app;
revoke delete, truncate on orders.returns from karat_app;

create function orders.guard_return() returns trigger language plpgsql as $$
declare
  request orders.refund_requests%rowtype;
  line orders.refund_lines%rowtype;
  counted integer;
  most integer;
begin
  if tg_op = 'DELETE' then
    raise exception 'what came back is never removed' using errcode = 'insufficient_privilege', constraint = 'return_stays';
  end if;
  if tg_op = 'UPDATE' then
    if (new.id, new.request_id, new.order_id, new.position, new.serial, new.received_by, new.received_at)
       is distinct from (old.id, old.request_id, old.order_id, old.position, old.serial, old.received_by, old.received_at)
       or old.state = new.state and new.state <> 'received' and (new.condition, new.weighed_e4, new.decided_by, new.decided_at, new.sent_by, new.sent_at)
         is distinct from (old.condition, old.weighed_e4, old.decided_by, old.decided_at, old.sent_by, old.sent_at)
       or old.state <> new.state and (old.state, new.state) not in (('received', 'stocked'), ('received', 'quarantined'), ('received', 'refused'),
         ('refused', 'sent_back'), ('quarantined', 'stocked'))
       or (old.state, new.state) = ('quarantined', 'stocked') and new.serial is not null then
      raise exception 'a return does not become %', new.state using errcode = 'check_violation', constraint = 'return_takes_known_steps';
    end if;
    if new.state = old.state or new.state = 'sent_back' then
      return new;
    end if;
  elsif new.state <> 'received' then
    raise exception 'a return begins received' using errcode = 'check_violation', constraint = 'return_takes_known_steps';
  end if;
  select * into request from orders.refund_requests where id = new.request_id;
  select * into line from orders.refund_lines where request_id = new.request_id and position = new.position for update;
  if tg_op = 'INSERT' then
    select count(*) into counted from orders.returns r
      where r.request_id = new.request_id and r.position = new.position and r.state not in ('refused', 'sent_back');
    most := case request.state when 'requested' then line.quantity else line.granted end;
    if request.reason not in ('damaged', 'wrong_piece', 'not_as_described') or request.state not in ('requested', 'granted', 'executed')
       or request.order_id <> new.order_id
       or counted >= most then
      raise exception 'no more of line % comes back', new.position using errcode = 'check_violation', constraint = 'return_was_asked_for';
    end if;
    if new.serial is not null and not exists (
      select from catalogue.pieces n join orders.lines l on l.order_id = new.order_id and l.position = new.position and l.sku_id = n.sku_id
      where n.serial = new.serial and n.order_id = new.order_id and n.state = 'sold') then
      raise exception 'piece % is not with its buyer', new.serial using errcode = 'check_violation', constraint = 'return_is_of_the_order';
    end if;
  elsif new.state in ('stocked', 'quarantined') and old.state = 'received' then
    select count(*) into counted from orders.returns r
      where r.request_id = new.request_id and r.position = new.position and r.state in ('stocked', 'quarantined');
    if request.state not in ('granted', 'executed') or counted >= line.granted then
      raise exception 'the house keeps what it pays for' using errcode = 'check_violation', constraint = 'kept_is_granted';
    end if;
  elsif new.state = 'refused' and request.state = 'executed' then
    select count(*) into counted from orders.returns r
      where r.request_id = new.request_id and r.position = new.position and r.state not in ('refused', 'sent_back');
    if counted <= line.granted then
      raise exception 'its money went back already' using errcode = 'check_violation', constraint = 'refused_is_not_paid';
    end if;
  end if;
  return new;
end $$;
create trigger guard_return before insert or update or delete on orders.returns for each row execute function orders.guard_return();

-- At its commit a kept piece is where the desk says.
create function orders.require_kept() returns trigger language plpgsql as $$
begin
  if new.serial is not null and not exists (
    select from catalogue.piece_moves m where m.serial = new.serial and m.order_id = new.order_id and m.from_state = 'sold' and m.created_at >= new.received_at
      and (new.state = 'stocked' or exists (select from catalogue.piece_moves q where q.serial = m.serial and q.id > m.id and q.to_state = 'quarantined'))) then
    raise exception 'piece % is not %', new.serial, new.state using errcode = 'check_violation', constraint = 'kept_piece_moved';
  end if;
  return null;
end $$;
create constraint trigger kept_piece_moved after update on orders.returns deferrable initially deferred for each row
  when (old.state <> new.state and new.state in ('stocked', 'quarantined')) execute function orders.require_kept();

-- What lies at the desk, and what a request that is open waits for, goes to the stock by the desk alone.
create function orders.refuse_around_desk() returns trigger language plpgsql as $$
begin
  if exists (select from orders.returns r where r.order_id = old.order_id and r.serial = new.serial and r.state in ('received', 'refused'))
     or exists (select from orders.refund_requests r join orders.refund_lines l on l.request_id = r.id
       join orders.lines b on b.order_id = l.order_id and b.position = l.position and b.sku_id = new.sku_id
       where r.order_id = old.order_id and r.state in ('requested', 'granted') and r.reason in ('damaged', 'wrong_piece', 'not_as_described')
         and not exists (select from orders.returns o where o.order_id = old.order_id and o.serial = new.serial and o.state in ('stocked', 'quarantined'))) then
    raise exception 'piece % comes back by the returns desk', new.serial using errcode = 'check_violation', constraint = 'piece_comes_by_the_desk';
  end if;
  return new;
end $$;
create trigger comes_by_the_desk before update of state on catalogue.pieces for each row
  when (old.state = 'sold' and new.state in ('in_stock', 'quarantined')) execute function orders.refuse_around_desk();

-- Money follows its pieces, unless somebody decided otherwise; what the house keeps is paid for.
create function orders.guard_money_of_pieces() returns trigger language plpgsql as $$
begin
  if new.state = 'executed' and new.reason in ('damaged', 'wrong_piece', 'not_as_described')
     and exists (select from orders.orders o where o.id = new.order_id and o.state in ('shipped', 'completed'))
     and not exists (select from orders.return_waivers w where w.request_id = new.id)
     and exists (select from orders.refund_lines l where l.request_id = new.id and l.granted > (
       select count(*) from orders.returns r where r.request_id = l.request_id and r.position = l.position and r.state in ('stocked', 'quarantined'))) then
    raise exception 'pieces of request % are not back', new.id using errcode = 'check_violation', constraint = 'pieces_come_first';
  end if;
  if new.state in ('rejected', 'withdrawn') and exists (
     select from orders.returns r where r.request_id = new.id and r.state in ('received', 'stocked', 'quarantined')) then
    raise exception 'pieces of request % are in the house', new.id using errcode = 'check_violation', constraint = 'returned_piece_is_paid';
  end if;
  return new;
end $$;
create trigger money_of_pieces before update of state on orders.refund_requests for each row
  when (old.state <> new.state) execute function orders.guard_money_of_pieces();

-- A piece on the shelf may go into quarantine; its holding period is over when somebody says so.
drop trigger known_steps on catalogue.pieces;
create trigger known_steps before update of state on catalogue.pieces for each row
  when (old.state <> new.state and (old.state, new.state) not in (
    ('in_stock', 'allocated'), ('allocated', 'in_stock'), ('allocated', 'sold'), ('sold', 'in_stock'),
    ('in_stock', 'reported_stolen'), ('sold', 'reported_stolen'), ('reported_stolen', 'in_stock'), ('reported_stolen', 'sold'),
    ('allocated', 'reported_stolen'), ('reported_stolen', 'allocated'),
    ('sold', 'quarantined'), ('quarantined', 'in_stock'), ('quarantined', 'reported_stolen'), ('reported_stolen', 'quarantined'),
    ('quarantined', 'melted'), ('in_stock', 'quarantined')))
  execute function catalogue.refuse_piece_step();
alter table catalogue.stock_moves
  drop constraint stock_move_has_a_reason,
  drop constraint stock_move_has_its_sign,
  add constraint stock_move_has_a_reason
    check (reason in ('received', 'held', 'released', 'counted', 'returned', 'stolen', 'recovered', 'moved', 'quarantined')) not valid,
  add constraint stock_move_has_its_sign check (
    case when reason in ('held', 'stolen', 'quarantined') then quantity < 0 when reason in ('counted', 'moved') then true else quantity > 0 end) not valid;
