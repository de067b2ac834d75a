/** Money that the store owes the member and keeps in no balance: what each amount waits for, and the account that it is to go to. */
import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { accountName } from '../../payouts/account-name-rules.ts'
import type { DestinationView } from '../../payouts/contract.ts'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { RadioCards } from '../../ui/fields.tsx'
import { Moment, money } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { minorOf, wireMoney } from '../../ui/price.ts'
import { ErrorState } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { WithdrawalsView } from '../payouts/payout-contract.ts'
import { useWhyNot } from './leave-words.ts'

type Waiting = WithdrawalsView['waiting']
type Props = { waiting: Waiting; currency: string; accounts: DestinationView[]; onClaimed: () => Promise<void> }

const reasons: Record<string, (() => string) | undefined> = {
  payout_cooling: m.vault_owed_cooling,
  value_uncleared: m.vault_owed_uncleared,
  value_disputed: m.vault_owed_disputed,
  outgoing_paused: m.vault_owed_paused,
}

export function Owed({ waiting, currency, accounts, onClaimed }: Props) {
  const unnamed = waiting.filter(({ account }) => account === null)
  return (
    <section className="mt-8" aria-labelledby="owed">
      <h2 className="h3" id="owed">
        {m.vault_owed_title()}
      </h2>
      <p className="small mt-1 text-ink-2">{m.vault_owed_text()}</p>
      <ul className="mt-4 border-t border-line">
        {waiting.map((one) => (
          <li key={one.made_at} className="grid gap-1 border-b border-line py-4">
            <p className="font-semibold">{money({ amount: one.amount, currency })}</p>
            <p className="small text-ink-2">
              {because[one.because]()} · <Moment at={one.made_at} />
            </p>
            <p className="small">{standing(one)}</p>
          </li>
        ))}
      </ul>
      {unnamed.length > 0 && <Name unnamed={unnamed} currency={currency} accounts={accounts} onClaimed={onClaimed} />}
    </section>
  )
}

function standing({ account, waits_for }: Waiting[number]): string {
  if (account === null) return m.vault_owed_unnamed()
  const why = waits_for === null ? undefined : (reasons[waits_for] ?? m.vault_owed_later)
  return why ? why() : m.vault_owed_soon({ account: accountName(account) })
}

const because = {
  ...{ sale: m.vault_owed_sale, came_back: m.vault_owed_came_back },
  ...{ gold_back: m.vault_owed_gold_back, commission: m.vault_owed_commission },
  refund: m.vault_owed_refund,
}

type NameProps = Omit<Props, 'waiting'> & { unnamed: Waiting }

const beside = { beside: true }

function Name({ unnamed, currency, accounts, onClaimed }: NameProps) {
  const send = useAttempt()
  const whyNot = useWhyNot()
  const [id, setId] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ApiError | null>(null)
  const chosen = accounts.find((one) => one.id === id) ?? accounts[0]
  if (!chosen)
    return (
      <div className="mt-5">
        <ButtonLink to="/user/bindBankCard">{m.vault_withdraw_add_account()}</ButtonLink>
      </div>
    )
  const sum = unnamed.reduce((all, { amount }) => all + minorOf(amount, currency), 0n)
  const words = { amount: money({ amount: wireMoney(sum, currency), currency }), account: accountName(chosen) }

  async function claim(destination_id: string) {
    setBusy(true)
    setRefused(null)
    try {
      const done = await askPin({
        title: m.vault_pin_title(),
        lines: [],
        text: m.vault_owed_sentence(words),
        action: m.vault_owed_pay(words),
        toldBehind: true,
        submit: (pin) => dataOf(send('/trade/payable_claim', { destination_id, pin }, beside), beside),
      })
      if (done) toastDone(m.vault_owed_done())
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setRefused(failure)
    }
    await onClaimed().catch(() => {})
    setBusy(false)
  }
  return (
    <div className="mt-6 grid gap-4">
      <RadioCards
        legend={m.vault_pay_to()}
        name="owed-to"
        value={chosen.id}
        onChange={setId}
        cards={accounts.map((account) => ({
          ...{ value: account.id, title: accountName(account), text: account.holder },
          end: <Icon name={account.kind === 'bank' ? 'bank' : 'wallet'} size="l" />,
        }))}
      />
      <Link to="/user/bindBankCard" className="link small min-h-11 justify-self-start">
        {m.vault_withdraw_add_account()}
      </Link>
      {refused && <ErrorState title={whyNot(refused)} text={m.vault_deposit_not_moved()} />}
      <Button size="l" busy={busy} className="w-full" onClick={() => void claim(chosen.id)}>
        {m.vault_owed_pay(words)}
      </Button>
    </div>
  )
}
