/** What a member may put into their cash balance, and how a deposit stands. */
import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { getStanding } from '../kyc/level-queries.ts'
import { levelToHold } from '../kyc/level-rules.ts'
import { leftToday } from '../kyc/take-day-limit.ts'
import { type Currency, minor, moneyText } from '../money/money.ts'
import type { Payment } from '../payments/contract.ts'
import { listPayments, startCharge } from '../payments/open-payment.ts'
import { takenMethods } from '../payments/providers.ts'
import { viewTerms } from '../payments/require-method.ts'
import { viewWay } from '../payments/view-way.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { brandIn, storeOf } from '../stores/stores.ts'
import type { DepositInfoView, DepositTermsView } from './deposit-contract.ts'
import type { DepositState } from './deposit-rules.ts'
import { balancesOf, type Holder } from './holder.ts'

/** What a deposit may be. */
export async function depositTerms(karat: Bag<'vault'>, holder: Holder): Promise<DepositTermsView> {
  const { memberId, store, currency } = holder
  const cash = settings.cash.stores[store]
  if (!cash || !storeOf(karat, store).features.cash_balance) return { currency, terms: null }
  const [held, left, { level, limits }] = await Promise.all([
    balancesOf(karat.db, holder),
    leftToday(karat.db, { memberId, store: storeOf(karat, store), currency, kind: 'deposit' }),
    getStanding(karat.db, holder),
  ])
  const text = (units: bigint) => moneyText(minor(units), currency)
  return {
    currency,
    terms: {
      methods: viewTerms({ store: storeOf(karat, store), taken: takenMethods(karat.providers), currency }),
      ...{ cash: text(held.cash), least: text(cash.least), most: text(cash.most), presets: cash.presets.map(text) },
      left_today: left === null ? null : text(left),
      may_hold_gold: levelToHold(limits, 1n) <= level,
    },
  }
}

type Row = {
  id: string
  number: string
  state: DepositState
  currency: Currency
  amount_minor: bigint
  made_at: Date
  expires_at: Date
  paid_at: Date | null
  clears_at: Date | null
  now: Date
}

/**
 * How a member's deposit stands, and where it is paid. Makes the charge at the provider when there is none yet; no transaction is open
 * during that call. An unanswered call leaves it `unknown`: it is asked again, never guessed.
 *
 * Refuses not_found for somebody else's; provider_unavailable without a provider.
 */
export async function depositInfo(karat: Bag<'vault'>, holder: Holder, depositId: string): Promise<DepositInfoView> {
  const { memberId, store } = holder
  const row = await karat.db.row<Row>(sql`
    select id, number, state, currency, amount_minor, made_at, expires_at, paid_at, clears_at, now() as now
    from vault.deposits where id = ${depositId} and member_id = ${memberId} and store = ${store}`)
  if (!row) throw new Refusal('not_found')
  const all = await listPayments(karat.db, depositId)
  const own = all.find((payment) => payment.allocation === 'subject') ?? all[0]
  if (!own) throw new Error(`a deposit without a payment: ${depositId}`)
  const payable = row.state === 'open' && row.expires_at > row.now
  const mustStart = (own.state === 'created' || own.state === 'unknown') && payable
  return view(row, { payment: mustStart ? await start(karat, own, row.number) : own, all, payable })
}

async function start(karat: Bag<'vault'>, payment: Payment, number: string): Promise<Payment> {
  const provider = karat.providers.get(payment.provider)
  if (!provider) throw new Refusal('provider_unavailable')
  return startCharge(karat.db, provider, payment, {
    description: `${brandIn(karat.stores, payment.store)} ${number}`,
    returnUrl: `${karat.config.PUBLIC_URL}/user/trade/deposit/payment?deposit_id=${payment.subject_id}`,
    webhookUrl: `${karat.config.SANDBOX_URL}/api/webhooks/${payment.provider}`,
  })
}

type Seen = { payment: Payment; all: Payment[]; payable: boolean }

function view(row: Row, { payment, all, payable }: Seen): DepositInfoView {
  const { state, told_at: toldAt, decline_reason } = payment
  const isUndecided = state === 'created' || state === 'pending' || state === 'unknown'
  return {
    ...{ deposit_id: row.id, number: row.number, state: row.state, currency: row.currency },
    amount: moneyText(minor(row.amount_minor), row.currency),
    ...{ made_at: row.made_at.toISOString(), expires_at: row.expires_at.toISOString() },
    ...{ paid_at: row.paid_at?.toISOString() ?? null, clears_at: row.clears_at?.toISOString() ?? null },
    payment: {
      ...{ method: payment.method, bank: payment.bank },
      ...{ state, decline_reason, confirming: toldAt !== null && isUndecided },
      ...viewWay(payable ? payment : { ...payment, pay_url: null, pay_code: null }),
    },
    returning: all.some(({ allocation }) => allocation === 'suspense'),
    server_time: row.now.toISOString(),
  }
}
