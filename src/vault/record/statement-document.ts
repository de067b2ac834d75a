/** A statement, written out: everything that its files say, in one language, as it is kept, signed and drawn. Pure. */
import type { Cut, Movement } from '../../ledger/member-record-rules.ts'
import { wholes, withBalances } from '../../ledger/member-record-rules.ts'
import type { Currency, Minor } from '../../money/money.ts'
import { moneyText, weight, weightText } from '../../money/money.ts'
import { sellerOf } from '../../papers/paper-rules.ts'
import type { Store } from '../../stores/stores.ts'
import { wordsOf } from '../pages/movement-words.ts'
import type { Details } from './movement-details.ts'

export type Language = 'en-US' | 'id' | 'zh'
type Amounts = { gold: string; money: string }

/** Its fields stand in this order, in what is signed too. No names: whose it is says the account alone. */
export type StatementDocument = {
  layout: 1
  document: 'karat.statement'
  seller: string
  store: string
  account: string
  /** Where the public key is found. */
  keys_at: string
  currency: Currency
  language: Language
  time_zone: string
  /** Days of the store's zone; null: from the first movement, until it was made. */
  from: string | null
  to: string | null
  /** Null: of a period that may still change. */
  closed_month: string | null
  made_at: string
  opening: Amounts
  in: Amounts
  out: Amounts
  closing: Amounts
  movements: StatementLine[]
}
export type StatementLine = {
  id: string
  at: string
  posted_at: string
  kind: string
  text: string
  number: string | null
  price: string | null
  gold: string
  gold_balance: string
  money: string
  money_balance: string
}

export type Stated = {
  store: Store
  memberId: string
  publicUrl: string
  language: Language
  from: string | null
  to: string | null
  closedMonth: string | null
  madeAt: Date
  opening: Cut
  closing: Cut
  /** The newest first. */
  movements: Movement[]
  details: Map<string, Details>
}

export function describeStatement(stated: Stated): StatementDocument {
  const { store, movements, language } = stated
  const { currency } = store
  const amounts = ({ gold, cash }: { gold: bigint; cash: bigint }): Amounts => ({
    gold: weightText(weight(gold)),
    money: moneyText(cash as Minor, currency),
  })
  const sum = (isOf: (amount: bigint) => boolean) =>
    movements.reduce(
      (all, { gold, cash }) => ({
        gold: all.gold + (isOf(gold) ? gold : 0n),
        cash: all.cash + (isOf(cash) ? cash : 0n),
      }),
      { gold: 0n, cash: 0n },
    )
  return {
    ...{ layout: 1, document: 'karat.statement', seller: sellerOf(store)[0] ?? '', store: store.code },
    ...{ account: stated.memberId, keys_at: `${stated.publicUrl}/api/store${store.code}/trade/statement_keys` },
    ...{ currency, language, time_zone: store.timeZone },
    ...{ from: stated.from, to: stated.to, closed_month: stated.closedMonth, made_at: stated.madeAt.toISOString() },
    opening: amounts(wholes(stated.opening)),
    in: amounts(sum((amount) => amount > 0n)),
    out: amounts(sum((amount) => amount < 0n)),
    closing: amounts(wholes(stated.closing)),
    movements: withBalances(movements, wholes(stated.closing))
      .toReversed()
      .map(({ balance, ...movement }) => {
        const details = stated.details.get(movement.transfer_id)
        return {
          ...{ id: movement.transfer_id, at: movement.at.toISOString(), posted_at: movement.posted_at.toISOString() },
          ...{ kind: movement.kind, text: wordsOf(movement).name({}, { locale: language }) },
          ...{ number: details?.number ?? null, price: details?.price ?? null },
          ...{ gold: amounts(movement).gold, gold_balance: amounts(balance).gold },
          ...{ money: amounts(movement).money, money_balance: amounts(balance).money },
        }
      }),
  }
}
