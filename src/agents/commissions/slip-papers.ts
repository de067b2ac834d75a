/** The slip of an agent's month: issued with its posting, under numbers without gaps. */
import { sql, type Tx } from '../../db/database.ts'
import { getUserInfo } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { findVerifiedName } from '../../kyc/verification-queries.ts'
import * as m from '../../locale/paraglide/messages.js'
import { type Currency, type Minor, moneyText, weight, weightText } from '../../money/money.ts'
import { drawPaper } from '../../papers/draw-paper.ts'
import { issuePaper } from '../../papers/issue-paper.ts'
import { listPapers } from '../../papers/paper-queries.ts'
import { type Paper, paperFile, sellerOf } from '../../papers/paper-rules.ts'
import type { PapersOf } from '../../papers/subject.ts'
import { Refusal } from '../../refusals.ts'
import { storeOf } from '../../stores/stores.ts'
import { formatGrams, formatMoney, formatMonth } from '../../ui/format.ts'
import type { Holder } from '../../vault/holder.ts'
import { formatPpm } from '../pages/rate-words.ts'
import type { Went } from './pay-slip.ts'

export const slipPapers = { subject: 'agent_slip', series: { agent_slip: 'AGS' } } as const satisfies PapersOf

type Slip = {
  id: string
  agent: string
  memberId: string
  store: string
  currency: Currency
  /** Its first day, as 2026-10-01. */
  month: string
  gross: bigint
  withheldPpm: number
  withheld: bigint
  net: bigint
  went: Went
}

/** Others of the store wait for the number until the commit. Its id, number, and the month by name in the agent's language. */
export async function issueSlip(
  tx: Tx,
  karat: Bag<'agents'>,
  slip: Slip,
): Promise<{ paperId: bigint; number: string; name: string }> {
  const store = storeOf(karat, slip.store)
  const [{ name, language }, verified, now] = await Promise.all([
    getUserInfo(tx, slip.memberId),
    findVerifiedName(tx, slip.memberId),
    tx.row<{ at: Date }>(sql`select now() as at`),
  ])
  const issuedAt = now?.at ?? new Date(slip.month)
  const locale = language as Paper['language']
  let number = ''
  const paperId = await issuePaper(tx, slipPapers, {
    ...{ id: slip.id, kind: 'agent_slip', store, issuedAt },
    describe: (given) => {
      number = given
      return describeSlip(slip, { number, issuedAt, locale, name: verified ?? name, seller: sellerOf(store) })
    },
  })
  return { paperId, number, name: formatMonth(Date.parse(slip.month), 'UTC', locale) }
}

type Facts = { number: string; issuedAt: Date; locale: Paper['language']; name: string; seller: string[] }

function describeSlip(slip: Slip, { number, issuedAt, locale, name, seller }: Facts): Paper {
  const { currency, gross, withheld, net } = slip
  const voice = { locale }
  const money = (units: bigint) => formatMoney(moneyText(units as Minor, currency), currency, locale)
  return {
    ...{ layout: 1, language: locale, issuedAt: issuedAt.toISOString(), number, seller, checks: null },
    title: m.agents_slip_title({}, voice),
    facts: [
      [m.agents_slip_month({}, voice), formatMonth(Date.parse(slip.month), 'UTC', locale)],
      [m.agents_contract_agent({}, voice), slip.agent],
    ],
    parties: [
      { title: m.agents_contract_house({}, voice), lines: seller },
      { title: m.agents_contract_party({}, voice), lines: [name] },
    ],
    columns: [m.agents_contract_item({}, voice), '', '', m.agents_slip_amount({}, voice)],
    lines: [{ name: m.agents_slip_line({}, voice), details: [], quantity: '', each: '', amount: money(gross) }],
    amounts: [
      [m.agents_slip_gross({}, voice), money(gross)],
      [m.agents_slip_withheld({ rate: formatPpm(slip.withheldPpm, locale) }, voice), money(withheld)],
    ],
    total: [m.agents_slip_net({}, voice), money(net)],
    notes: [noteOf(slip.went, locale)],
  }
}

function noteOf({ bought, to, account }: Went, locale: Paper['language']): string {
  if (bought)
    return m.agents_slip_note_vault({ grams: formatGrams(weightText(weight(bought.weight)), locale) }, { locale })
  if (to === 'account' && account) return m.agents_slip_note_account({ account }, { locale })
  return m.agents_slip_note({}, { locale })
}

/** Refuses not_found, also for somebody else's. */
export async function readSlip(
  karat: Pick<Bag<'agents'>, 'db'>,
  slipId: string,
  { memberId, store }: Pick<Holder, 'memberId' | 'store'>,
): Promise<{ name: string; content: Buffer }> {
  const own = await karat.db.row(
    sql`select from agents.slips where id = ${slipId} and member_id = ${memberId} and store = ${store}`,
  )
  const [paper] = own ? await listPapers(karat.db, slipPapers.subject, [slipId]) : []
  if (!paper) throw new Refusal('not_found')
  return { name: paperFile(paper.document.number), content: await drawPaper(paper.document) }
}
