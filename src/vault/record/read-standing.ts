/** What a member has with a store: what is theirs, what they are owed, and what is not finished yet. */
import { type Queryable, sql } from '../../db/database.ts'
import { namesOf } from '../../identity/find-recipient.ts'
import type { Bag } from '../../karat.ts'
import { balancesAt, cutBefore, firstMoment } from '../../ledger/member-record.ts'
import { type Minor, moneyText, weight, weightText } from '../../money/money.ts'
import { accountName } from '../../payouts/account-name-rules.ts'
import { nameDestinations } from '../../payouts/destination-queries.ts'
import { settings } from '../../settings.ts'
import { storeOf } from '../../stores/stores.ts'
import type { Holder } from '../holder.ts'
import { listOpenChoices } from '../price-choices/choice-queries.ts'
import { mayStay, readStaying } from '../uncleared.ts'
import type { PendingView, StandingView } from './record-contract.ts'
import { monthAt, monthsBetween } from './record-rules.ts'

export async function readStanding(karat: Bag<'vault'>, holder: Holder): Promise<StandingView> {
  const { db } = karat
  const { timeZone } = storeOf(karat, holder.store)
  const [balances, pending, first, closed, mayHaveToStay] = await Promise.all([
    cutBefore(db, holder, null).then((cut) => balancesAt(db, holder, cut)),
    listPending(db, holder),
    firstMoment(db, holder),
    listClosed(db, holder),
    mayStay(db, holder),
  ])
  const stays = mayHaveToStay ? await readStaying(db, holder, balances) : null
  const text = (units: bigint) => moneyText(units as Minor, holder.currency)
  const grams = (units: bigint) => weightText(weight(units))
  const now = karat.now()
  const months = first
    ? monthsBetween(monthAt(first.getTime(), timeZone), monthAt(now, timeZone), settings.record.months)
    : []
  return {
    ...{ currency: holder.currency, cash_balance: settings.cash.stores[holder.store] ? 'closed' : 'off' },
    gold: { available: grams(balances.gold), held: grams(balances.gold_held) },
    money: { available: text(balances.cash), stays: text(stays?.cash ?? 0n), held: text(balances.cash_held) },
    ...{ pending, months, closed, server_time: new Date(now).toISOString() },
  }
}

type ClosedRow = { month: string; closed_at: Date; movements: number; gold: bigint; money: bigint; digest: Buffer }

async function listClosed(db: Queryable, { memberId, store, currency }: Holder): Promise<StandingView['closed']> {
  const rows = await db.rows<ClosedRow>(sql`
    select to_char(month, 'YYYY-MM') as month, closed_at, movements, closing_gold as gold, closing_money as money, digest
    from vault.statements where member_id = ${memberId} and store = ${store} order by month desc limit ${settings.record.months}`)
  return rows.map(({ gold, money, digest, closed_at, ...row }) => ({
    ...row,
    closed_at: closed_at.toISOString(),
    closing: { gold: weightText(weight(gold)), money: moneyText(money as Minor, currency) },
    digest: digest.toString('hex'),
  }))
}

/** The newest first. What a provider has taken on to pay out is in no balance of the member's any more. */
async function listPending(db: Queryable, holder: Holder): Promise<PendingView[]> {
  const [payouts, transfers, deposits, wrongPrices] = await Promise.all([
    pendingPayouts(db, holder),
    pendingTransfers(db, holder),
    pendingDeposits(db, holder),
    pendingChoices(db, holder),
  ])
  return [...payouts, ...transfers, ...deposits, ...wrongPrices]
}

async function pendingPayouts(db: Queryable, { memberId, store, currency }: Holder): Promise<PendingView[]> {
  const rows = await db.rows<{ number: string; amount: bigint; to: string; held: boolean }>(sql`
    select number, amount_minor as amount, destination_id as to, accepted_at is null as held from vault.payouts
    where member_id = ${memberId} and store = ${store} and state in ('pending', 'paying') order by requested_at desc limit 50`)
  const accounts = await nameDestinations(
    db,
    rows.map(({ to }) => to),
  )
  return rows.map(({ number, amount, to, held }) => {
    const account = accounts.get(to)
    return {
      ...{ kind: 'withdrawal', number, gold: '0.0000', money: moneyText(-amount as Minor, currency) },
      other: account ? accountName(account) : null,
      ...{ until: null, in_balance: held },
    }
  })
}

type Waiting = { number: string; sender: string; shown: string; grams: bigint; ends_at: Date }

async function pendingTransfers(db: Queryable, { memberId, store, currency }: Holder): Promise<PendingView[]> {
  const rows = await db.rows<Waiting>(sql`
    select number, member_id as sender, shown_to as shown, weight_e4 as grams, ends_at from vault.transfers
    where store = ${store} and state = 'waiting' and (member_id = ${memberId} or recipient_id = ${memberId}) order by made_at desc limit 50`)
  const names = await namesOf(
    db,
    rows.map(({ sender }) => sender),
  )
  return rows.map(({ number, sender, shown, grams, ends_at }) => {
    const isOut = sender === memberId
    return {
      ...{ kind: isOut ? 'sent' : 'incoming', number, money: moneyText(0n as Minor, currency) },
      gold: weightText(weight(isOut ? -grams : grams)),
      other: isOut ? shown : (names.get(sender) ?? null),
      ...{ until: ends_at.toISOString(), in_balance: isOut },
    }
  })
}

async function pendingDeposits(db: Queryable, { memberId, store, currency }: Holder): Promise<PendingView[]> {
  const rows = await db.rows<{ number: string; amount: bigint; expires_at: Date }>(sql`
    select number, amount_minor as amount, expires_at from vault.deposits
    where member_id = ${memberId} and store = ${store} and state = 'open' order by made_at desc limit 50`)
  return rows.map(({ number, amount, expires_at }) => ({
    ...{ kind: 'deposit', number, gold: '0.0000', money: moneyText(amount as Minor, currency), other: null },
    ...{ until: expires_at.toISOString(), in_balance: false },
  }))
}

/** Trades at a wrong price: what each brought is set aside, and goes back where its member says nothing else. */
async function pendingChoices(db: Queryable, holder: Holder): Promise<PendingView[]> {
  return (await listOpenChoices(db, holder)).map(({ number, side, currency, weight: grams, amount, until }) => ({
    ...{ kind: 'wrong_price', number, other: null, until: until.toISOString(), in_balance: true },
    gold: weightText(weight(side === 'buy' ? -grams : 0n)),
    money: moneyText((side === 'buy' ? 0n : -amount) as Minor, currency),
  }))
}
