/** The ways to pay from outside, and which of them a store takes for how much. Pure. Source: product.md §5, docs/decisions/0071. */
import { type Currency, minorOfWhole } from '../money/money.ts'
import { type StoreSettings, vaBanks } from '../stores/setting-rules.ts'

/**
 * `va`: a transfer to a number of its own at a bank. `qris`: a QR code that every Indonesian bank and wallet reads. `bank_transfer`: one
 * to the house's own account, which its statements tell of; it takes hours, so orders alone are paid so.
 */
export const methods = ['card', 'va', 'qris', 'bank_transfer'] as const
export type Method = (typeof methods)[number]
export const banks = vaBanks
export type Bank = (typeof banks)[number]

/** Under which setting a store says whether and for how much it takes a way (decision 0148). */
export const wayNames = {
  ...{ card: 'pay_card', va: 'pay_va', qris: 'pay_qris', bank_transfer: 'pay_transfer' },
} as const satisfies Record<Method, keyof StoreSettings>
type Ways = Pick<StoreSettings, (typeof wayNames)[Method]>
/** A store with what it is paid by; its own currency. */
export type PaidStore = { currency: Currency; settings: Ways }

/** What staff take at a counter for an order: cash, or a card at a terminal (decision 0170). No cashier of a member offers it. */
export const counterMethods = ['counter_cash', 'counter_card'] as const
export type CounterMethod = (typeof counterMethods)[number]

/** What something is paid by: from outside, out of the payer's own cash balance (pay-from-balance.ts), or at a counter. */
export const paidBy = [...methods, 'balance', ...counterMethods] as const
/** What members choose themselves. */
export const chosenBy = [...methods, 'balance'] as const
export type ChosenBy = (typeof chosenBy)[number]
export type PaidBy = (typeof paidBy)[number]
export const isMethod = (paid: PaidBy): paid is Method => (methods as readonly PaidBy[]).includes(paid)

/** Whether money that came so goes back to where it came from. A virtual account names no account that we could trust to be its payer's; a statement names the one it came from. */
export const returnsToSource: Record<PaidBy, boolean> = {
  ...{ card: true, va: false, qris: false, bank_transfer: true, balance: false },
  // Nobody's account is known of cash; a payout list asks for one.
  ...{ counter_cash: true, counter_card: true },
}

/** One method of a store for one amount; `banks` is empty where none is chosen. Limits in minor units. */
export type MethodOffer = {
  method: Method
  banks: readonly Bank[]
  least: bigint | null
  most: bigint | null
  refused: MethodRefusal | null
}
/**
 * Why a method does not fit. `day_taken`: money from outside is beyond what the payer's day takes; their cash balance may pay. `too_slow`: its
 * pieces or grams are held for minutes. `cap_reached`: so much gold waits for transfers already. `time_over`: only what was chosen before still pays.
 */
export const methodRefusals = ['too_little', 'too_much', 'day_taken', 'too_slow', 'cap_reached', 'time_over'] as const
export type MethodRefusal = (typeof methodRefusals)[number]
/** What is to be paid; `taken`: the ways that somebody takes for the house (providers.ts); `balanceOnly`: the payer's day takes no money from outside for it. */
export type Asked = {
  store: PaidStore
  currency: Currency
  amount: bigint
  taken: readonly Method[]
  balanceOnly?: boolean
  transfers?: Transfers
}
/** Whether a bank transfer is taken for it, or why not; null where it is none that may be paid so. */
export type Transfers = 'taken' | 'too_slow' | 'cap_reached' | null

type Limits = { least: bigint | null; most: bigint | null }

/** What a store set in whole units, in minor ones; null where it set none. */
export const minorLimit = (whole: number | '', currency: Currency): bigint | null =>
  whole === '' ? null : BigInt(whole) * minorOfWhole(currency)

/** Why an amount is not within limits; null where it is. */
export function beyondLimits(amount: bigint, { least, most }: Limits): 'too_little' | 'too_much' | null {
  if (least !== null && amount < least) return 'too_little'
  return most !== null && amount > most ? 'too_much' : null
}

/** What a store takes; a method whose limits the amount is beyond is listed with its reason. Limits bind money of the store's own currency. */
export function offersOf(asked: Asked): MethodOffer[] {
  const { store, currency, amount, taken, balanceOnly = false, transfers = null } = asked
  const limit = (whole: number | '') => (currency === store.currency ? minorLimit(whole, currency) : null)
  return taken.flatMap((method) => {
    const said = store.settings[wayNames[method]]
    const [least, most] = [limit(said.least), limit(said.most)]
    const its = method === 'va' ? banks.filter((bank) => store.settings.pay_va[bank] === 'on') : []
    const beyond = beyondLimits(amount, { least, most })
    const isTransfer = method === 'bank_transfer'
    if (said.on !== 'on' || (isTransfer && transfers === null)) return []
    const slow = isTransfer && transfers !== 'taken' ? transfers : null
    return [{ method, banks: its, least, most, refused: balanceOnly ? 'day_taken' : (beyond ?? slow) }]
  })
}

export type MethodChoice = { method: Method; bank: Bank | null }

type Paying = { method: PaidBy; bank: Bank | null } | null

/**
 * What the next try is paid by, after a payment or before any: as before, else the first way that fits; null where there is none. A transfer to
 * the house's account is never chosen so: it holds pieces for hours, which is its buyer's to ask for.
 */
export function choiceAfter(
  payment: Paying,
  offers: readonly Pick<MethodOffer, 'method' | 'refused'>[],
): MethodChoice | null {
  const { method, bank } = payment ?? { method: 'balance', bank: null }
  if (isMethod(method)) return { method, bank }
  const first = offers.find((offer) => offer.refused === null && offer.method !== 'bank_transfer')
  return first ? { method: first.method, bank: null } : null
}
