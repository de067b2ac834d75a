/** The books and records of a store as they were at a moment, as files: for an examiner's first hour. */
import { type Db, type Queryable, type Sql, sql } from '../../db/database.ts'
import { inOneSnapshot } from '../../db/one-snapshot.ts'
import { type Cell, csvText } from '../../http/csv.ts'
import { type Currency, decimal, minor, moneyText } from '../../money/money.ts'
import { barsAt, type Moment, sections, statementsAt, sumsAt } from './sections.ts'

type Row = Record<string, string>
type AsOf = {
  /** By name. */
  files: Map<string, string>
  /** What does not agree, in words. */
  differences: string[]
}

/** Reads one snapshot; writes nothing. `store` is one that there is, and `at` is not to come. */
export const reportAsOf = (db: Db, of: Moment): Promise<AsOf> =>
  inOneSnapshot(db, async (tx) => {
    const found = await findHeld(tx, of)
    const differences = differencesOf(found)
    const files = new Map<string, string>()
    const lines: string[] = []
    for (const { file, title, read } of sections) {
      const rows = await tx.rows<Row>(read(of))
      const head = Object.keys(rows[0] ?? (await namesOf(tx, read(of))))
      const cells: Cell[][] = rows.map((row) => head.map((name) => row[name] ?? ''))
      files.set(`${file}.csv`, csvText(head, cells))
      lines.push(`| ${title} | ${rows.length} | ${file}.csv |`)
    }
    files.set('report.md', reportText(of, { found, differences, lines }))
    return { files, differences }
  })

/** The columns of what found no row: an empty table says what it would have said. */
async function namesOf(tx: Queryable, read: Sql): Promise<object> {
  const row = await tx.row(sql`select found.* from (select) one left join (${read}) found on true`)
  return row ?? {}
}

type Held = {
  members: bigint
  vault: bigint
  shortage: bigint
  pledged: bigint
  bars: { state: string; place: string; count: number; fine: bigint }[]
  cash: { currency: string; members: bigint; bank: bigint | null; day: string | null; reference: string | null }[]
}

async function findHeld(tx: Queryable, of: Moment): Promise<Held> {
  const sums = await tx.rows<{ holder: string; kind: string; asset: string; sum: bigint }>(sql`
    select holder, kind, asset, sum(sum)::bigint as sum from (${sumsAt(of)}) of_accounts group by holder, kind, asset`)
  const bars = await tx.rows<Held['bars'][number]>(sql`
    select state, coalesce(place, '–') as place, count(*)::int as count, sum(fine_weight_e4)::bigint as fine
    from (${barsAt(of)}) bars group by 1, 2 order by 2, 1`)
  const statements = await tx.rows<{ currency: string; day: string; balance: bigint; reference: string }>(
    statementsAt(of),
  )
  const total = (holder: string, kinds: string[], asset: string) =>
    sums
      .filter((one) => one.holder === holder && kinds.includes(one.kind) && one.asset === asset)
      .reduce((sum, one) => sum + one.sum, 0n)
  const currencies = new Set([
    ...sums.filter(({ kind }) => kind === 'cash' || kind === 'cash_held').map(({ asset }) => asset),
    ...statements.map(({ currency }) => currency),
  ])
  return {
    members: total('member', ['gold', 'gold_held', 'reward_pending'], 'XAU'),
    vault: total('house', ['vault'], 'XAU'),
    shortage: total('house', ['vault_shortage'], 'XAU'),
    pledged: total('house', ['pledged'], 'XAU'),
    bars,
    cash: [...currencies].sort().map((currency) => {
      const statement = statements.find((one) => one.currency === currency)
      return {
        ...{ currency, members: total('member', ['cash', 'cash_held'], currency) },
        ...{ bank: statement?.balance ?? null, day: statement?.day ?? null, reference: statement?.reference ?? null },
      }
    }),
  }
}

const grams = (units: bigint) => `${decimal(units, 4)} g`
const money = (amount: bigint, currency: string) => `${moneyText(minor(amount), currency as Currency)} ${currency}`
const fineOf = ({ bars }: Held, ...states: string[]) =>
  bars.filter(({ state }) => states.includes(state)).reduce((sum, { fine }) => sum + fine, 0n)

function differencesOf(held: Held): string[] {
  const { members, vault, shortage, pledged, cash } = held
  const there = fineOf(held, 'available', 'in_transit')
  const booked = members + vault + shortage
  const secured = fineOf(held, 'pledged')
  return [
    ...(there < members
      ? [`Bars hold ${grams(there)}, members own ${grams(members)}: ${grams(members - there)} are short.`]
      : []),
    ...(there !== booked
      ? [`Bars hold ${grams(there)}, the ledger says ${grams(booked)}: they differ by ${grams(there - booked)}.`]
      : []),
    ...(secured !== pledged ? [`Pledged bars hold ${grams(secured)}, the ledger says ${grams(pledged)}.`] : []),
    ...cash.flatMap(({ currency, members: owed, bank, day }) =>
      bank !== null && bank < owed
        ? [
            `The bank statement of ${day} says ${money(bank, currency)}, members have ${money(owed, currency)}: less is at the bank.`,
          ]
        : [],
    ),
  ]
}

type Found = { found: Held; differences: string[]; lines: string[] }

function reportText({ store, at }: Moment, { found, differences, lines }: Found): string {
  const cash = found.cash.map(({ currency, members, bank, day, reference }) => {
    const said =
      bank === null ? 'no statement had been noted' : `${money(bank, currency)}, statement of ${day}, ${reference}`
    return `| ${currency} | ${money(members, currency)} | ${said} |`
  })
  return [
    `# Store ${store} as of ${at.toISOString()}`,
    '',
    '## What does not agree',
    '',
    ...(differences.length > 0
      ? differences.map((one) => `- ${one}`)
      : ['Nothing: bars, ledger and bank statements agree.']),
    '',
    '## Gold',
    '',
    `Members own ${grams(found.members)} in sum (held grams and pending rewards included). The house's own grams in the vault: ${grams(found.vault)}; short by lost bars: ${grams(-found.shortage)}; pledged: ${grams(found.pledged)}.`,
    '',
    '| place | state of bars | bars | fine |',
    '|---|---|---|---|',
    ...found.bars.map(({ place, state, count, fine }) => `| ${place} | ${state} | ${count} | ${grams(fine)} |`),
    '',
    '## Cash',
    '',
    '| currency | members in sum | newest bank statement |',
    '|---|---|---|',
    ...cash,
    '',
    '## Files',
    '',
    '| what | rows | file |',
    '|---|---|---|',
    ...lines,
    '',
    '## What cannot be said as of then',
    '',
    ...limits.map((one) => `- ${one}`),
    '',
  ].join('\n')
}

/** Known gaps of what is kept; the report says them rather than guess. */
const limits = [
  'Moments are those at which a row was written. What was under way at the moment itself, and committed just after it, counts as done where its row is older.',
  'A bank statement is of a day: the newest one noted by the moment is shown, and what moved at the bank after that day is not known.',
  'The place of a bar is that of its last noted arrival. Keeper, address and insured value of a place keep no history and are left out.',
  'Of an agreement the moment from which it holds is kept, not that of its publication: who published it stands in the audit log (content.agreement).',
  'A large sum keeps the day on which it was sent, not the moment; one sent on the day of the moment (UTC) counts as sent.',
  'Words of a case, and reasons of views, that were destroyed with what was held about a member are gone for every moment.',
  'Staff are named as they are called today. An approval of no one store stands with every store.',
  'The large sums and document views are those of members whose store this is today.',
]
