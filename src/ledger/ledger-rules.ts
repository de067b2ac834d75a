/**
 * Which accounts there are, and what the sign of a leg says. Pure.
 *
 * Positive: the account receives; negative: it gives. An account that stands for the outside (a provider's clearing, the
 * source of gold) gives what comes in: a captured payment of 100 is provider_clearing −100, order_money +100.
 */
import type { Currency } from '../money/money.ts'

/** Gold in 0.0001 g, or a currency in its minor units. */
export type Asset = Currency | 'XAU' | ForeignMoney

/** Money of a currency that the shop does not know: three capital letters; it can wait in suspense and go back, nothing else. */
type ForeignMoney = string & { readonly __unit: 'foreign money' }

/** The asset that money of `currency` is booked in, whatever a provider calls it; `XXX` (ISO 4217: no currency) for what cannot be one. */
export function moneyAsset(currency: string): Exclude<Asset, 'XAU'> {
  const code = currency.toUpperCase()
  return (/^[A-Z]{3}$/.test(code) && code !== 'XAU' ? code : 'XXX') as Exclude<Asset, 'XAU'>
}

/**
 * `floored`: a balance is kept and never goes below zero; a member's in one row, the house's in parts, so that no row is hot.
 * The others have no running balance.
 */
type Kind = { holder: 'house' | 'member'; gold: boolean; floored: boolean; meaning: string }

/** Every kind of account; migrations/004 holds the same table and refuses any other account. */
export const accountKinds = {
  provider_clearing: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'money at payment providers: minus what they captured for us, plus what they paid out or took back',
  },
  order_money: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'customers’ money for goods that were not handed over, or that is owed back',
  },
  delivery_fees: { holder: 'house', gold: false, floored: false, meaning: 'paid for delivery' },
  insurance_fees: { holder: 'house', gold: false, floored: false, meaning: 'paid for insurance on the way' },
  tax_payable: { holder: 'house', gold: false, floored: false, meaning: 'tax collected for the state' },
  suspense: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'captured money that belongs to no good order: late, double, wrong',
  },
  settlement: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning:
      'what the house keeps of cancelled sales when the price has fallen, less what it pays out when it has risen',
  },
  disputed: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'minus what banks of cards have taken back while it is disputed',
  },
  chargeback_loss: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'minus what lost disputes took of money that was captured',
  },
  receivable: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'minus what is owed to the house: taken back though it had been used or returned already',
  },
  bank: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'money at the house’s own bank: minus what came in there, plus what was paid out',
  },
  till: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'cash at the counters: minus what was taken there (decision 0170)',
  },
  terminal_clearing: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'card money at the acquirers of the counters’ terminals: minus what was taken there (decision 0170)',
  },
  payout_clearing: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning:
      'members’ money that a provider has taken on to pay out and that has not arrived yet, or that came back for a closed account',
  },
  court_payable: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'members’ money that is owed to an authority by order of a court, until it is paid at the bank',
  },
  adjustments: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'minus what two people gave members to correct their balances, plus what they took (decision 0085)',
  },
  bad_debt: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'minus what was owed to the house and is written off',
  },
  trading: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'the house’s own money in trades of gold: what members paid for grams at spot, less what they got',
  },
  spread: { holder: 'house', gold: false, floored: false, meaning: 'what the house earns between spot and its prices' },
  rounding: { holder: 'house', gold: false, floored: false, meaning: 'what rounding against the member leaves' },
  gold_received: {
    holder: 'house',
    gold: true,
    floored: false,
    meaning: 'the outside of the vault: minus every gram that came in',
  },
  vault: {
    holder: 'house',
    gold: true,
    floored: true,
    meaning: 'grams in the vault that belong to nobody else yet; the only source of members’ grams',
  },
  shop_stock: {
    holder: 'house',
    gold: true,
    floored: true,
    meaning: 'fine grams of numbered pieces that are the house’s: on the shelf, or promised and not handed over',
  },
  raw_gold: {
    holder: 'house',
    gold: true,
    floored: true,
    meaning:
      'fine grams of the house that are neither numbered pieces nor bars: bought from members as they were assayed',
  },
  assay_loss: {
    holder: 'house',
    gold: true,
    floored: false,
    meaning:
      'fine grams that the books had of what the house melted and that were not found in it; minus what was found more',
  },
  gold_delivered: {
    holder: 'house',
    gold: true,
    floored: false,
    meaning: 'the outside of the shelf: fine grams of numbered pieces that their buyers have',
  },
  missing: {
    holder: 'house',
    gold: true,
    floored: false,
    meaning: 'fine grams of numbered pieces and bars of the house that are stolen or lost',
  },
  pledged: {
    holder: 'house',
    gold: true,
    floored: true,
    meaning: 'fine grams of bars that secure what the house owes; they back no member’s gram',
  },
  vault_shortage: {
    holder: 'house',
    gold: true,
    floored: false,
    meaning: 'minus what lost bars took of the vault; with `vault` and members’ grams it is what the register holds',
  },
  stock_cost: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'what the numbered pieces of the house cost, as far as it is known',
  },
  suppliers: { holder: 'house', gold: false, floored: false, meaning: 'minus what pieces were bought for' },
  cost_of_sales: { holder: 'house', gold: false, floored: false, meaning: 'what handed-over pieces had cost' },
  bought_back: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'minus what members got for pieces that they sold back',
  },
  stock_loss: { holder: 'house', gold: false, floored: false, meaning: 'what missing pieces had cost' },
  sales_gold: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'what handed-over goods brought for their gold at the ask, less what of it is owed back',
  },
  sales_premium: { holder: 'house', gold: false, floored: false, meaning: 'the same for their premium over the gold' },
  sales_making: { holder: 'house', gold: false, floored: false, meaning: 'the same for their making charge' },
  metal_revaluation: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'minus what the house’s unsold gold is worth more at spot than when it came to be that',
  },
  unrealised_result: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'what the house has gained by that so far, and has not earned',
  },
  commission_expense: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'minus what agents earned of what their clients bought, less what was taken back (decision 0127)',
  },
  commission_payable: {
    holder: 'house',
    gold: false,
    floored: false,
    meaning: 'what of that is not paid yet; below zero what was paid and taken back since',
  },
  cash: { holder: 'member', gold: false, floored: true, meaning: 'a member’s money' },
  gold: { holder: 'member', gold: true, floored: true, meaning: 'a member’s grams' },
  cash_held: { holder: 'member', gold: false, floored: true, meaning: 'a member’s money that is set aside by holds' },
  gold_held: { holder: 'member', gold: true, floored: true, meaning: 'a member’s grams that are set aside by holds' },
  reward_pending: {
    holder: 'member',
    gold: true,
    floored: true,
    meaning: 'grams that a member gets for somebody whom they invited, until they are certain',
  },
} as const satisfies Record<string, Kind>

export type AccountKind = keyof typeof accountKinds
/** Entries of these say their number and the balance after them. */
export const isNumbered = (kind: AccountKind): boolean =>
  accountKinds[kind].floored && accountKinds[kind].holder === 'member'

type KindOf<Holder extends 'house' | 'member'> = {
  [K in AccountKind]: (typeof accountKinds)[K]['holder'] extends Holder ? K : never
}[AccountKind]
type HouseKind = KindOf<'house'>
type MemberKind = KindOf<'member'>

/** An account by name. The database opens it with its first leg. */
export type Account = { owner: string; kind: AccountKind; asset: Asset }

/** An account of the house in one store, such as `houseAccount('id', 'provider_clearing', 'IDR')`. */
export const houseAccount = (store: string, kind: HouseKind, asset: Asset): Account =>
  named(`house:${store}`, kind, asset)

/** An account of a member with the store that owes it, such as `memberAccount({ store: 'id', id }, 'gold', 'XAU')`. */
export const memberAccount = (member: { store: string; id: string }, kind: MemberKind, asset: Asset): Account =>
  named(`member:${member.store}:${member.id}`, kind, asset)

function named(owner: string, kind: AccountKind, asset: Asset): Account {
  if (accountKinds[kind].gold !== (asset === 'XAU')) throw new Error(`an account of kind ${kind} cannot hold ${asset}`)
  return { owner, kind, asset }
}

/** One leg: `amount` in the asset's smallest unit; positive when the account receives. */
export type Leg = { account: Account; amount: bigint }

/** Legs of accounts of the house in one store, in the order in which they are named. */
export const houseLegs = (store: string, asset: Asset, amounts: Partial<Record<HouseKind, bigint>>): Leg[] =>
  (Object.entries(amounts) as [HouseKind, bigint][]).map(([kind, amount]) => ({
    account: houseAccount(store, kind, asset),
    amount,
  }))

/** The same legs the other way round. */
export const mirrored = (legs: Leg[]): Leg[] => legs.map(({ account, amount }) => ({ account, amount: -amount }))

/** The first asset whose legs do not sum to zero, or null. The database asks the same again. */
export function unevenAsset(legs: Leg[]): Asset | null {
  const sums = new Map<Asset, bigint>()
  for (const { account, amount } of legs) sums.set(account.asset, (sums.get(account.asset) ?? 0n) + amount)
  for (const [asset, sum] of sums) if (sum !== 0n) return asset
  return null
}
