/** How a purchase that is paid from outside stands. */
import { sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { type Currency, minor, moneyText, weight, weightText } from '../../money/money.ts'
import type { Payment } from '../../payments/contract.ts'
import type { Method } from '../../payments/method-rules.ts'
import { listPayments, startCharge } from '../../payments/open-payment.ts'
import { takenMethods } from '../../payments/providers.ts'
import { viewOffers } from '../../payments/require-method.ts'
import { viewWay } from '../../payments/view-way.ts'
import { Refusal } from '../../refusals.ts'
import { brandIn, type Store, storeOf } from '../../stores/stores.ts'
import { balancesOf, type Holder } from '../holder.ts'
import type { PurchaseInfoView } from './purchase-contract.ts'
import type { PurchaseRefusal, PurchaseState } from './purchase-rules.ts'

type Row = {
  id: string
  number: string
  state: PurchaseState
  refusal: PurchaseRefusal | null
  currency: Currency
  weight_e4: bigint
  amount_minor: bigint
  price_minor: bigint
  quoted_minor: bigint
  made_at: Date
  expires_at: Date
  paid_at: Date | null
  clears_at: Date | null
  now: Date
}

/**
 * How a member's purchase stands, and where it is paid. Makes the charge at the provider when there is none yet; no transaction is open
 * during that call. An unanswered call leaves it `unknown`: it is asked again, never guessed.
 *
 * Refuses not_found for somebody else's; provider_unavailable without a provider.
 */
export async function purchaseInfo(karat: Bag<'vault'>, holder: Holder, purchaseId: string): Promise<PurchaseInfoView> {
  const { memberId, store } = holder
  const row = await karat.db.row<Row>(sql`
    select p.id, p.number, p.state, p.refusal, p.currency, p.weight_e4, p.amount_minor, p.price_minor, (q.figures->>'price')::bigint as quoted_minor,
      p.made_at, p.expires_at, p.paid_at, p.clears_at, now() as now
    from vault.purchases p join vault.quotes q on q.id = p.quote_id
    where p.id = ${purchaseId} and p.member_id = ${memberId} and p.store = ${store}`)
  if (!row) throw new Refusal('not_found')
  const all = await listPayments(karat.db, purchaseId)
  const own = shown(all)
  if (!own) throw new Error(`a purchase without a payment: ${purchaseId}`)
  const payable = row.state === 'open' && row.expires_at > row.now
  const mustStart = own.mandate_id === null && (own.state === 'created' || own.state === 'unknown') && payable
  const [payment, { gold }] = await Promise.all([
    mustStart ? start(karat, own, row.number) : own,
    balancesOf(karat.db, holder),
  ])
  return view(row, { store: storeOf(karat, store), taken: takenMethods(karat.providers), payment, all, payable, gold })
}

/** The one that paid it, else the newest that another method has not replaced. */
const shown = (all: Payment[]): Payment | undefined =>
  all.find(({ allocation }) => allocation === 'subject') ??
  all.find(({ replaced_at }) => replaced_at === null) ??
  all[0]

async function start(karat: Bag<'vault'>, payment: Payment, number: string): Promise<Payment> {
  const provider = karat.providers.get(payment.provider)
  if (!provider) throw new Refusal('provider_unavailable')
  return startCharge(karat.db, provider, payment, {
    description: `${brandIn(karat.stores, payment.store)} ${number}`,
    returnUrl: `${karat.config.PUBLIC_URL}/user/trade/purchase/payment?purchase_id=${payment.subject_id}`,
    webhookUrl: `${karat.config.SANDBOX_URL}/api/webhooks/${payment.provider}`,
  })
}

type Seen = { store: Store; taken: Method[]; payment: Payment; all: Payment[]; payable: boolean; gold: bigint }

function view(row: Row, { store, taken, payment, all, payable, gold }: Seen): PurchaseInfoView {
  const { state, told_at: toldAt, decline_reason } = payment
  const isUndecided = state === 'created' || state === 'pending' || state === 'unknown'
  const { currency, amount_minor: amount } = row
  const money = (units: bigint) => moneyText(minor(units), currency)
  return {
    ...{ purchase_id: row.id, number: row.number, state: row.state, refusal: row.refusal, currency },
    ...{ weight: weightText(weight(row.weight_e4)), amount: money(amount) },
    ...{ price: money(row.price_minor), quoted_price: money(row.quoted_minor) },
    ...{ made_at: row.made_at.toISOString(), expires_at: row.expires_at.toISOString() },
    ...{ paid_at: row.paid_at?.toISOString() ?? null, clears_at: row.clears_at?.toISOString() ?? null },
    payment: {
      ...{ method: payment.method, bank: payment.bank },
      ...{ state, decline_reason, confirming: toldAt !== null && isUndecided },
      ...viewWay(payable ? payment : { ...payment, pay_url: null, pay_code: null }),
    },
    methods: payment.mandate_id === null ? viewOffers({ store, taken, currency, amount }) : [],
    returning: all.some(({ allocation }) => allocation === 'suspense'),
    gold: weightText(weight(gold)),
    server_time: row.now.toISOString(),
  }
}
