-- A stored doubt `document` was said of one paper and of one name and day of birth alike until 485, and one paper has one account since
-- 030: each of them is of a name (decision 0154). What is of one paper after all, the next round finds.
-- Older releases may go on beside this.
alter table referral.rewards disable trigger guard_reward;
update referral.rewards set
  doubts = array(select distinct doubt from unnest(array_replace(doubts, 'document', 'namesake')) doubt order by doubt),
  accepted_doubts = array(select distinct doubt from unnest(array_replace(accepted_doubts, 'document', 'namesake')) doubt order by doubt)
where 'document' = any(doubts);
alter table referral.rewards enable trigger guard_reward;
