/** /user/trade/withdraw: money of the cash balance to an account of one's own, and what became of it. */
import { useCallback, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { BigMoney, Moment } from '../../ui/figures.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { usePolling } from '../../ui/use-polling.ts'
import type { WithdrawalsView } from '../payouts/payout-contract.ts'
import type { Route } from './+types/withdraw-page'
import { Owed } from './owed.tsx'
import { vaultPlaces } from './trade-places.ts'
import { readAccounts, readWithdrawals } from './withdraw-calls.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawalList } from './withdrawal-list.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export async function clientLoader() {
  const [known, accounts] = await Promise.all([readWithdrawals(), readAccounts()])
  return { known, accounts }
}

export default function WithdrawPage({ loaderData: { known, accounts } }: Route.ComponentProps) {
  const [now, setNow] = useState(known)
  const look = useCallback(async () => setNow(await readWithdrawals(true)), [])
  const [made, setMade] = useState(0)
  usePolling(look, now.withdrawals.some(isOnItsWay) || now.waiting.some(({ account }) => account !== null))
  const { terms, currency, waiting } = now
  return (
    <div className="max-w-[640px]">
      <PageTitle>{m.vault_withdraw_title()}</PageTitle>
      <h1 className="h1">{m.vault_withdraw_title()}</h1>
      {waiting.length > 0 && (
        <Owed waiting={waiting} currency={currency} accounts={accounts.destinations} onClaimed={look} />
      )}
      {terms === null ? (
        waiting.length === 0 && now.withdrawals.length === 0 && <NoBalance />
      ) : (
        <>
          <p className="mt-3 text-ink-2">{m.vault_withdraw_lead()}</p>
          <section className="mt-6 bg-tile p-5">
            <p className="small text-ink-2">{m.vault_deposit_cash()}</p>
            <p className="mt-1">
              <BigMoney amount={terms.cash} currency={currency} size="fig-l" />
            </p>
          </section>
          <div className="mt-8">
            {terms.paused_until ? (
              <Paused until={terms.paused_until} />
            ) : accounts.destinations.length === 0 ? (
              <NoAccount />
            ) : (
              // Empty again with each withdrawal that was made here.
              <WithdrawForm
                key={made}
                currency={currency}
                terms={terms}
                accounts={accounts.destinations}
                onDone={() => {
                  setMade(made + 1)
                  void look()
                }}
                onChanged={look}
              />
            )}
          </div>
        </>
      )}
      <WithdrawalList withdrawals={now.withdrawals} onChanged={look} />
    </div>
  )
}

const isOnItsWay = ({ state }: WithdrawalsView['withdrawals'][number]) => state === 'pending' || state === 'paying'

const NoBalance = () => (
  <div className="mt-8">
    <EmptyState
      text={m.vault_deposit_none()}
      action={<ButtonLink to="/product/product">{m.vault_deposit_to_shop()}</ButtonLink>}
    />
  </div>
)

const NoAccount = () => (
  <EmptyState
    text={m.vault_withdraw_no_account()}
    action={<ButtonLink to="/user/bindBankCard">{m.vault_withdraw_add_account()}</ButtonLink>}
  />
)

const Paused = ({ until }: { until: string }) => (
  <ErrorState
    title={m.vault_withdraw_paused()}
    text={
      <>
        {m.vault_withdraw_paused_text()} <Moment at={until} />
      </>
    }
    action={
      <ButtonLink kind="ghost" to={vaultPlaces.home}>
        {m.vault_deposit_overview()}
      </ButtonLink>
    }
  />
)
