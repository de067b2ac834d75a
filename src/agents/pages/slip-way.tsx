/** Where the net of an agent's slips goes, and the way to change it. */
import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { accountName } from '../../payouts/account-name-rules.ts'
import type { DestinationsView, DestinationView } from '../../payouts/contract.ts'
import { ApiError } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { Button } from '../../ui/button.tsx'
import { type RadioCard, RadioCards } from '../../ui/fields.tsx'
import { Moment } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { Accepts } from '../../vault/pages/held-price-notes.tsx'
import type { GoesView, MonthsView } from '../commissions/commission-contract.ts'

type Props = { goes: GoesView; accounts: DestinationsView; onChanged: (months: MonthsView) => void }

const chosenOf = ({ to, destination_id: id }: GoesView) => (to === 'account' ? (id ?? 'usual') : to)

export function SlipWay({ goes, accounts, onChanged }: Props) {
  const send = useAttempt()
  const [chosen, setChosen] = useState(chosenOf(goes))
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const cards = cardsOf(goes, accounts.destinations)
  const { agreement_version: agreement } = goes

  async function save() {
    const account = accounts.destinations.find(({ id }) => id === chosen)
    const named = account
      ? { to: 'account', destination_id: account.id }
      : { to: chosen, ...(chosen === 'vault' && agreement && { agreement_version: agreement }) }
    setBusy(true)
    setRefused(null)
    try {
      const answer = await askPin({
        title: m.agents_goes_pin(),
        lines: [[m.agents_goes(), account ? accountName(account) : wayOf(goes, chosen)]],
        text: m.agents_goes_pin_text(),
        action: m.agents_goes_save(),
        toldBehind: true,
        submit: (pin) => send<MonthsView>('/agents/slip_way', { ...named, pin }, { beside: true }),
      })
      if (answer?.status !== 'success') return
      onChanged(answer.data)
      toastDone(m.agents_goes_saved())
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setRefused(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="mt-8 grid gap-3" aria-label={m.agents_goes()}>
      <RadioCards legend={m.agents_goes()} name="slip-way" value={chosen} onChange={setChosen} cards={cards} />
      <p className="small text-ink-2">{m.agents_goes_text()}</p>
      <Link to="/user/bindBankCard" className="link small min-h-11 content-center justify-self-start">
        {m.agents_goes_add()}
      </Link>
      {refused && <ErrorState title={refused} />}
      {chosen === 'vault' && agreement && <Accepts version={agreement} />}
      {chosen !== chosenOf(goes) && (
        <Button className="justify-self-start" busy={busy} onClick={() => void save()}>
          {m.agents_goes_save()}
        </Button>
      )}
    </section>
  )
}

const wayOf = ({ keeps_balance: keeps }: GoesView, chosen: string) =>
  chosen === 'vault' ? m.agents_goes_vault() : keeps ? m.agents_goes_usual_cash() : m.agents_goes_usual_account()

/** What is chosen stays a choice, though it is not to be had any more. */
function cardsOf(goes: GoesView, accounts: DestinationView[]): RadioCard[] {
  const isGone = goes.to === 'account' && !accounts.some(({ id }) => id === goes.destination_id)
  return [
    {
      ...{ value: 'usual', title: wayOf(goes, 'usual'), end: <Icon name="wallet" size="l" /> },
      text: goes.keeps_balance ? m.agents_goes_usual_cash_text() : m.agents_goes_usual_account_text(),
    },
    ...(goes.vault || goes.to === 'vault'
      ? [
          {
            ...{ value: 'vault', title: m.agents_goes_vault(), text: m.agents_goes_vault_text() },
            end: <Icon name="vault" size="l" />,
          },
        ]
      : []),
    ...accounts.map((account) => ({
      ...{ value: account.id, title: accountName(account) },
      text: account.usable_from ? <Moment at={account.usable_from} /> : account.holder,
      end: <Icon name={account.kind === 'bank' ? 'bank' : 'wallet'} size="l" />,
    })),
    ...(isGone ? [{ value: chosenOf(goes), title: goes.account ?? '–', disabled: true }] : []),
  ]
}
