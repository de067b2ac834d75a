/** Where the money of a sale goes: the cash balance where the store keeps one, or an account of the member's. */
import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { accountName } from '../../payouts/account-name-rules.ts'
import type { DestinationView } from '../../payouts/contract.ts'
import { type RadioCard, RadioCards } from '../../ui/fields.tsx'
import { Moment, money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import type { HoldingView } from '../contract.ts'
import type { Kept } from './kept-trade.ts'
import type { useTrade } from './use-trade.ts'

/** Null: the cash balance, or in a store without one that no account is named yet. */
export type PaidTo = DestinationView | null

/** As it was chosen before. A store without balances pays to the account that is the member's usual one; one with balances leaves it there. */
export function usePaidTo({ cash_balance }: HoldingView, accounts: DestinationView[], { chosen }: Kept) {
  const keepsCash = cash_balance === 'closed'
  const usual = accounts.find((account) => account.is_default) ?? accounts[0] ?? null
  const before = accounts.find(({ id }) => id === chosen?.to)
  const [paidTo, choosePaidTo] = useState<PaidTo>(before ?? (keepsCash ? null : usual))
  return { keepsCash, accounts, paidTo, choosePaidTo }
}

export function PayTo({ trade }: { trade: ReturnType<typeof useTrade> }) {
  const { currency, balances, keepsCash, accounts, paidTo, choosePaidTo } = trade
  const cash: RadioCard = {
    ...{ value: 'cash', title: m.vault_cash(), end: <Icon name="wallet" size="l" /> },
    text: m.vault_available({ amount: money({ amount: balances.cash, currency }) }),
  }
  const cards = [...(keepsCash ? [cash] : []), ...accounts.map((account) => cardOf(account, keepsCash))]
  return (
    <div className="mt-2">
      {cards.length > 0 ? (
        <RadioCards
          legend={m.vault_pay_to()}
          name="pay-to"
          value={paidTo?.id ?? 'cash'}
          onChange={(value) => choosePaidTo(accounts.find(({ id }) => id === value) ?? null)}
          cards={cards}
        />
      ) : (
        <p className="panel small p-4" role="note">
          {m.vault_sell_no_account()}
        </p>
      )}
      <Link to="/user/bindBankCard" className="link small min-h-11 justify-self-start">
        {m.vault_withdraw_add_account()}
      </Link>
      <p className="small mt-1 text-ink-2">
        {m.vault_gold()}: {m.vault_available({ amount: formatGrams(balances.gold, language()) })}
      </p>
    </div>
  )
}

/** One that is too new is paid to later where money waits for it, and cannot be chosen where the balance could have it. */
const cardOf = (account: DestinationView, keepsCash: boolean): RadioCard => ({
  ...{ value: account.id, title: accountName(account), disabled: keepsCash && account.usable_from !== null },
  text: account.usable_from ? (
    <>
      {m.vault_withdraw_usable_from()} <Moment at={account.usable_from} />
    </>
  ) : (
    account.holder
  ),
  end: <Icon name={account.kind === 'bank' ? 'bank' : 'wallet'} size="l" />,
})
