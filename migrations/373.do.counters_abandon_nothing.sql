-- Who counted cannot make disappear what the count found (decision 0117).
create function backing.refuse_counter_abandons() returns trigger language plpgsql as $$
begin
  if exists (select from backing.count_sheets where count_id = new.id and counter = new.abandoned_by) then
    raise exception 'a counter does not give up a count that is compared' using errcode = 'check_violation', constraint = 'another_abandons';
  end if;
  return new;
end $$;
create trigger another_abandons before update on backing.counts for each row
  when (new.abandoned_by is not null and old.compared_at is not null) execute function backing.refuse_counter_abandons();
