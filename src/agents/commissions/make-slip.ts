/** The slip of a month: what fell due of commissions, less what was taken back, less the tax that is withheld. */
import { v7 as newId } from 'uuid'
import { isStoppedNow } from '../../cases/stops.ts'
import { sql, type Tx } from '../../db/database.ts'
import { findContact, isClosed, isFrozen } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf } from '../../money/money.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { storeOf, timeZoneOf } from '../../stores/stores.ts'
import type { Holder } from '../../vault/holder.ts'
import { ratesOn } from '../rates.ts'
import { splitSlip } from './commission-rules.ts'
import { paySlip, type Went } from './pay-slip.ts'
import type { SettledAgent } from './settle-agent.ts'
import { issueSlip } from './slip-papers.ts'

type Month = { month: string; over: string; day: string }

/**
 * The month before this one of the store gets its slip, once: gross, withheld and net are posted, the net goes where the agent has chosen, and
 * a paper under the next number says so. What was taken back of an agency of theirs before is set off too. What comes to nothing or less stays open for a later month. Nothing while the agent is suspended,
 * frozen, stopped by a case or closed, or while its gold waits for the house (paySlip). Their place and the agent are held by the caller.
 */
export async function makeSlip(
  tx: Tx,
  karat: Bag<'agents'>,
  agent: SettledAgent,
  price: PriceNow | null,
): Promise<void> {
  const { id: agentId, memberId, store } = agent
  if (agent.state === 'suspended') return
  const of = await monthOver(tx, karat, store)
  const currency = storeOf(karat, store).currency
  const due = await readDue(tx, agentId, of)
  if (due.gross <= 0n || due.made) return
  if ((await isStoppedNow(tx, memberId)) || (await isFrozen(tx, memberId)) || (await isClosed(tx, memberId))) return
  const rates = await ratesOn(tx, store, of.day)
  const withheldPpm = agent.numbered ? rates.withheld_ppm : rates.withheld_unnumbered_ppm
  const { withheld, net } = splitSlip(due.gross, withheldPpm)
  const holder: Holder = { memberId, store, currency }
  const slip = {
    id: newId(),
    agentId,
    memberId,
    store,
    currency,
    month: of.month,
    gross: due.gross,
    withheldPpm,
    withheld,
    net,
  }
  const went = await paySlip(tx, karat, { slip, holder, net, price })
  if (!went) return
  const { paperId, number, name } = await issueSlip(tx, karat, { ...slip, agent: agent.number, went })
  await tx.run(sql`
    insert into agents.slips (id, agent_id, member_id, store, currency, month, gross_minor, withheld_ppm, withheld_minor, net_minor, paper_id,
      goes_to, choice_id, trade_id, weight_e4, payable_id, fell_back)
    values (${slip.id}, ${agentId}, ${memberId}, ${store}, ${currency}, ${of.month}::date, ${due.gross}, ${withheldPpm}, ${withheld}, ${net}, ${paperId},
      ${went.to}, ${went.choiceId}, ${went.bought?.tradeId ?? null}, ${went.bought?.weight ?? null}, ${went.payableId}, ${went.fellBack})`)
  await tx.run(sql`update agents.commissions set slip_id = ${slip.id} where id = any(${due.commissions}::uuid[])`)
  await tx.run(sql`update agents.reversals set slip_id = ${slip.id} where id = any(${due.reversals}::uuid[])`)
  await tellSlip(tx, karat, { id: slip.id, holder, number, month: name, gross: due.gross, withheld, net, went })
}

type Told = {
  id: string
  holder: Holder
  number: string
  month: string
  gross: bigint
  withheld: bigint
  net: bigint
  went: Went
}

async function tellSlip(tx: Tx, { config }: Bag<'agents'>, told: Told): Promise<void> {
  const { id, holder, number, month, went } = told
  const money = (units: bigint) => amountOf(units, holder.currency)
  const sums = { gross: money(told.gross), tax: money(told.withheld), paid: money(told.net) }
  const values = { number, month, ...sums, link: `${config.PUBLIC_URL}/user/agents/purchases` }
  const to = { ...(await findContact(tx, holder.memberId)), store: holder.store, onceKey: `agent_slip:${id}` }
  if (went.bought)
    await queueMail(tx, {
      ...{ ...to, template: 'agent_slip_vault' },
      values: { ...values, grams: amountOf(went.bought.weight, 'XAU') },
    })
  else if (went.to === 'account' && went.account)
    await queueMail(tx, { ...to, template: 'agent_slip_account', values: { ...values, account: went.account } })
  else await queueMail(tx, { ...to, template: 'agent_slip', values })
}

/** The month before the one that it is in the store, its end, and today. */
async function monthOver(tx: Tx, karat: Bag<'agents'>, code: string): Promise<Month> {
  const zone = storeOf(karat, code).timeZone
  const row = await tx.row<Month>(sql`
    with local as (select now() at time zone ${zone} as now)
    select to_char(date_trunc('month', now) - interval '1 month', 'YYYY-MM-DD') as month, to_char(now, 'YYYY-MM-DD') as day,
      to_char(date_trunc('month', now), 'YYYY-MM-DD') as over from local`)
  if (!row) throw new Error('there is no month')
  return row
}

type Due = { gross: bigint; commissions: string[]; reversals: string[]; made: boolean }

async function readDue(tx: Tx, agentId: string, { month, over }: Month): Promise<Due> {
  const row = await tx.row<Due>(sql`
    with fell as (
      select c.id, c.amount_minor from agents.commissions c join agents.agents a on a.id = c.agent_id
      where c.agent_id = ${agentId} and c.slip_id is null and not c.disputed
        and c.due_at < (select ${over}::date::timestamp at time zone ${timeZoneOf(sql`a.store`)})
    ), back as (
      select r.id, r.amount_minor from agents.reversals r join agents.commissions c on c.id = r.commission_id
        join agents.agents own on own.id = c.agent_id join agents.agents a on a.id = ${agentId} and (a.member_id, a.store) = (own.member_id, own.store)
      where r.slip_id is null and (c.slip_id is not null or c.id in (select id from fell)))
    select (coalesce((select sum(amount_minor) from fell), 0) - coalesce((select sum(amount_minor) from back), 0))::bigint as gross,
      array(select id::text from fell) as commissions, array(select id::text from back) as reversals,
      exists (select from agents.slips where agent_id = ${agentId} and month = ${month}::date) as made`)
  return row ?? { gross: 0n, commissions: [], reversals: [], made: false }
}
