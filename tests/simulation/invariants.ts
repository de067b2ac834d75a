/** What must hold after every step: the guarantees by their number, each judged by what is in the database and what the driver knows. */
import { unexplained } from '../../src/audit/explained-checks.ts'
import { allChecks } from '../../src/audit/ledger-audit.ts'
import { readBacking } from '../../src/backing/judge-backing.ts'
import { breachOf } from '../../src/backing/register/bar-rules.ts'
import { type Db, type Sql, sql } from '../../src/db/database.ts'
import type { TransferKind } from '../../src/ledger/transfer-kind-rules.ts'
import { type Moves, Violation, type World } from './world.ts'

/** What the ledger was at the end of the step before: its newest transfer, and the balance of every floored account. */
export type Before = { at: string; balances: Map<string, bigint> }

type Seen = {
  at: string
  balances: [account: string, balance: string][]
  legs: [account: string, sum: string][]
  kinds: TransferKind[]
  unbalanced: string[]
  /** Kinds of what has moved of who is stopped, but for what is booked all the same. */
  ofStopped: string[]
  held: { id: string; cash: string; gold: string }[]
  trades: number
  booked: number
  quotes: number
  fromBalance: number
  outside: number
  purchases: number
}

const look = (db: Db, { people, currency }: World, since: string): Promise<Seen | undefined> => {
  const ids = people.map(({ member }) => member.id)
  const stopped = people.filter(({ stops }) => stops.length > 0).map(({ member }) => member.id)
  return db.row<Seen>(sql`
    with fresh as materialized (select * from ledger.transfers where created_at > ${since}::timestamptz),
    legs as (select t.id, leg.account_id, leg.amount from fresh t, unnest(t.accounts, t.amounts) as leg(account_id, amount)),
    floored as (
      select account_id, balance from ledger.balances
      union all select account_id, sum(balance)::bigint from ledger.parts group by 1),
    theirs as (select id, purchase_id, limit_order_id from vault.trades where member_id = any(${ids}::uuid[])),
    used as (select kind from vault.quotes where member_id = any(${ids}::uuid[]) and used_at is not null)
    select coalesce((select max(created_at) from ledger.transfers), '-infinity')::text as at,
      coalesce((select jsonb_agg(jsonb_build_array(account_id::text, balance::text)) from floored), '[]') as balances,
      coalesce((select jsonb_agg(jsonb_build_array(account_id::text, sum::text))
        from (select account_id, sum(amount) from legs group by 1) as l), '[]') as legs,
      coalesce((select jsonb_agg(distinct kind) from fresh), '[]') as kinds,
      coalesce((select jsonb_agg(id) from (select l.id from legs l join ledger.accounts a on a.id = l.account_id
        group by l.id, a.asset having sum(l.amount) <> 0) as u), '[]') as unbalanced,
      coalesce((select jsonb_agg(distinct t.kind) from fresh t, unnest(t.accounts) as leg(account_id)
        join ledger.accounts a on a.id = leg.account_id
        where a.member_id = any(${stopped}::uuid[]) and not exists (select from cases.booked_always b where b.kind = t.kind)
          and not (t.kind = 'hold_placed' and t.actor = 'system')), '[]') as "ofStopped",
      (select jsonb_agg(jsonb_build_object('id', m.id, 'cash', coalesce(c.balance, 0)::text, 'gold', coalesce(g.balance, 0)::text))
        from unnest(${ids}::uuid[]) as m(id)
        left join lateral (select sum(b.balance) as balance from ledger.accounts a join ledger.balances b on b.account_id = a.id
          where a.member_id = m.id and a.asset = ${currency}) as c on true
        left join lateral (select sum(b.balance) as balance from ledger.accounts a join ledger.balances b on b.account_id = a.id
          where a.member_id = m.id and a.asset = 'XAU') as g on true) as held,
      (select count(*)::int from theirs) as trades,
      (select count(*)::int from theirs join ledger.transfers t on t.reference = theirs.id::text and t.kind in ('gold_bought', 'gold_sold')) as booked,
      (select count(*)::int from theirs where purchase_id is null and limit_order_id is null) as "fromBalance",
      (select count(*)::int from used where kind <> 'buy_outside') as quotes,
      (select count(*)::int from used where kind = 'buy_outside') as outside,
      (select count(*)::int from vault.purchases where member_id = any(${ids}::uuid[])) as purchases`)
}

export async function readBefore(db: Db, world: World): Promise<Before> {
  const seen = await look(db, world, 'infinity')
  if (!seen) throw new Error('nothing is read')
  return { at: seen.at, balances: balancesOf(seen) }
}

const balancesOf = ({ balances }: Seen) => new Map(balances.map(([account, sum]) => [account, BigInt(sum)]))

/** Judges the step since `before`, of which the driver says what it may have moved. Throws a Violation that names what is broken. */
export async function judge(
  db: Db,
  world: World,
  { before, moves }: { before: Before; moves: Moves },
): Promise<Before> {
  const seen = await look(db, world, before.at)
  if (!seen) throw new Error('nothing is read')
  if (seen.unbalanced.length > 0) throw new Violation(`G12: legs that do not sum to zero: ${seen.unbalanced}`)
  if (seen.ofStopped.length > 0) throw new Violation(`who is stopped has moved: ${seen.ofStopped}`)
  const balances = balancesOf(seen)
  judgeBalances(before.balances, balances, new Map(seen.legs.map(([account, sum]) => [account, BigInt(sum)])))
  judgePeople(world, seen, moves)
  if (seen.trades !== seen.booked) throw new Violation(`G14: ${seen.trades} trades, ${seen.booked} booked`)
  if (seen.fromBalance !== seen.quotes)
    throw new Violation(`G2: ${seen.fromBalance} trades of ${seen.quotes} used quotes`)
  if (seen.purchases !== seen.outside)
    throw new Violation(`G2: ${seen.purchases} purchases of ${seen.outside} used quotes`)
  await judgeBacked(db, world.store, moves)
  await judgeRecords(db, before.at, seen.kinds)
  return { at: seen.at, balances }
}

/** G12: balances move by what is booked and by nothing else, and none is below zero. */
function judgeBalances(was: Map<string, bigint>, is: Map<string, bigint>, legs: Map<string, bigint>): void {
  for (const [account, balance] of is) {
    const expected = (was.get(account) ?? 0n) + (legs.get(account) ?? 0n)
    if (balance !== expected) throw new Violation(`G12: account ${account} has ${balance}, booked are ${expected}`)
    if (balance < 0n) throw new Violation(`G12: account ${account} has ${balance}`)
  }
}

/** G7, G11: everybody has, to the unit, what the driver saw them be given. What is held counts as theirs. */
function judgePeople({ people }: World, { held }: Seen, moves: Moves): void {
  for (const person of people) {
    const now = held.find(({ id }) => id === person.member.id)
    const [cash, gold] = [BigInt(now?.cash ?? 0), BigInt(now?.gold ?? 0)]
    const theirs = moves.filter(({ who }) => who === person)
    const grams = theirs.reduce((sum, one) => sum + one.gold, person.gold)
    if (gold !== grams) throw new Violation(`G11: ${person.name} has ${gold} units of gold, should have ${grams}`)
    const may = theirs.reduce<bigint[] | 'any'>(
      (sums, one) =>
        sums === 'any' || one.cash === 'any'
          ? 'any'
          : sums.flatMap((sum) => (one.cash as bigint[]).map((by) => sum + by)),
      [person.cash],
    )
    if (may !== 'any' && !may.includes(cash)) throw new Violation(`G7: ${person.name} has ${cash}, should have ${may}`)
    Object.assign(person, { cash, gold })
  }
}

/** G16: with more grams owed than there are, the store is closed, and nobody has just bought. */
async function judgeBacked(db: Db, store: World['store'], moves: Moves): Promise<void> {
  const breach = breachOf(await readBacking(db, store))
  if (!breach) return
  // What members send to each other goes on.
  if (moves.reduce((sum, { gold, isBack }) => (isBack ? sum : sum + gold), 0n) > 0n)
    throw new Violation('G16: grams were sold that are not there')
  const frozen = await db.row(sql`select from backing.freezes where store = ${store} and ended_at is null`)
  if (!frozen) throw new Violation(`G16: ${breach.owed} owed, ${breach.owned} owned, and the store sells`)
}

const byStep = [
  'a guarantee is used exactly when an order was made of it, for no more than its total', // G2
  'captured money is with its order, in suspense, settled, sold or refunded, and nowhere else', // G7
  'every captured payment is booked once, to what it is for or to suspense', // G7
  'what is refunded or on its way is counted, and never more than was captured', // G7
  'a deposit is paid exactly when one payment of it brought its amount', // G7
  'a purchase is paid exactly when one payment of it brought its amount, and its grams were bought', // G7, G14
  'an order holds its lines, until it is cancelled or expires, and then nothing', // G8
  'an order is paid in the grams of its lines, held until its numbers are assigned and back once it is over', // G13
  'what a cash balance paid is booked once, and nothing of nothing', // G7
  'stock is the sum of its moves, and never below zero', // G8
  'entries of a member’s account are numbered without a gap, each with its balance', // G12
  'what is held of a member is what their open holds say', // G13
  'what is on its way to members’ accounts is what their payouts say', // G13
  'money of a payout is held exactly until a provider takes it on, or it is over', // G13
  'a payout is paid exactly when one of its tries was, and is over only when none may still be paid', // G13
  'the bars of the register are the vault, members’ grams and what is short, by store', // G16
]
const rulesOfSteps = allChecks.filter(({ rule }) => byStep.includes(rule))
if (rulesOfSteps.length !== byStep.length) throw new Error('a rule of the audit has another name')

/** Rules in one statement, planned once for a connection: the rows that break one of them. */
const inOne = (checks: typeof allChecks): Sql =>
  checks
    .map(
      ({ rule, find }) =>
        sql`(select ${rule}::text as rule, to_jsonb(found)::text as row from (${find}) as found limit 1)`,
    )
    .reduce((all, one) => sql`${all} union all ${one}`)
const stepsInOne = inOne(rulesOfSteps)

/** G26 of what is new, and the rules of the audit that each step is judged by. */
async function judgeRecords(db: Db, since: string, kinds: TransferKind[]): Promise<void> {
  if (kinds.length === 0) return
  const transfers = sql`(select * from ledger.transfers where created_at > ${since}::timestamptz)`
  await requireNone(
    db,
    inOne([{ rule: 'G26: a posting is not what its record says', find: unexplained(kinds, transfers) }]),
  )
  await requireNone(db, stepsInOne)
}

async function requireNone(db: Db, rules: Sql): Promise<void> {
  const broken = await db.row<{ rule: string; row: string }>(rules)
  if (broken) throw new Violation(`${broken.rule}: ${broken.row}`)
}
