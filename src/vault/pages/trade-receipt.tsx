/** What was traded, at once: number, grams, price, total, what the member has now, and ways on. */
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { accountName } from '../../payouts/account-name-rules.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Moment, money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import type { TradeView } from '../contract.ts'
import type { Side } from '../trade-rules.ts'
import { ReceiptLink } from './receipt-link.tsx'
import { vaultPlaces } from './trade-places.ts'

type Props = { side: Side; receipt: TradeView; keepsCash: boolean; onAgain: () => void }

export function TradeReceipt({ side, receipt, keepsCash, onAgain }: Props) {
  const { currency, better_price, proceeds } = receipt
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const inMoney = (amount: string) => money({ amount, currency })
  const grams = (weight: string) => formatGrams(weight, language())
  const words = { grams: grams(receipt.weight) }
  return (
    <div className="max-w-[640px]">
      <h1 ref={title} tabIndex={-1} className="h1 flex items-center gap-3 outline-none">
        <Icon name="check-circle" className="size-9! text-up" />
        {side === 'buy' ? m.vault_bought_title(words) : m.vault_sold_title(words)}
      </h1>
      {better_price && (
        <p className="mt-4 rounded-control bg-up-soft p-4" role="status">
          {m.vault_better({ now: inMoney(receipt.price), before: inMoney(better_price.price) })}
        </p>
      )}
      <section className="panel mt-7 p-5 md:p-6" aria-label={m.vault_number()}>
        <dl className="kv">
          <dt>{m.vault_number()}</dt>
          <dd>{receipt.number}</dd>
          <dt>{m.vault_when()}</dt>
          <dd>
            <Moment at={receipt.made_at} />
          </dd>
          <dt>{m.vault_per_gram()}</dt>
          <dd>{inMoney(receipt.price)}</dd>
          <dt>{m.vault_fee()}</dt>
          <dd>{inMoney(receipt.fee)}</dd>
          <dt>{amountName(side, proceeds)}</dt>
          <dd className="font-semibold">{inMoney(receipt.amount)}</dd>
          {proceeds && proceeds.go !== 'balance' && (
            <>
              <dt>{m.vault_pay_to()}</dt>
              <dd>{proceeds.account ? accountName(proceeds.account) : m.vault_sell_unnamed()}</dd>
            </>
          )}
        </dl>
        <hr className="rule my-4" />
        <dl className="kv">
          <dt>{m.vault_now_gold()}</dt>
          <dd className="font-semibold">{grams(receipt.gold)}</dd>
          {keepsCash && (
            <>
              <dt>{m.vault_now_cash()}</dt>
              <dd className="font-semibold">{inMoney(receipt.cash)}</dd>
            </>
          )}
        </dl>
      </section>
      {proceeds && proceeds.go !== 'balance' && <Onward account={proceeds.account} />}
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={vaultPlaces.home}>{m.vault_to_vault()}</ButtonLink>
        <ReceiptLink of={receipt.trade_id} kind="ghost" />
        <Button kind="ghost" onClick={onAgain}>
          {side === 'buy' ? m.vault_again_buy() : m.vault_again_sell()}
        </Button>
      </div>
    </div>
  )
}

const amountName = (side: Side, proceeds: TradeView['proceeds']): string => {
  if (side === 'buy') return m.vault_paid()
  return proceeds?.go === 'balance' ? m.vault_received() : m.vault_you_receive()
}

/** Where to see the money arrive, or to say where it is to go. */
const Onward = ({ account }: Pick<NonNullable<TradeView['proceeds']>, 'account'>) => (
  <p className="mt-5">
    {account ? m.vault_sell_onward() : m.vault_sell_name_it()}
    <SentenceGap />
    <Link to={vaultPlaces.withdraw} className="link">
      {account ? m.vault_withdraw_list() : m.vault_withdraw_add_account()}
    </Link>
  </p>
)
