/** /user/trade/deposit/payment: where the bank sends the member back. Asks the shop how it ended; the address is not believed. */
import { type ReactNode, useState } from 'react'
import { redirect, useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { choiceAfter } from '../../payments/method-rules.ts'
import { safePayAddress } from '../../payments/pages/pay-address.ts'
import { declineWords } from '../../payments/pages/payment-words.ts'
import { TransferWay } from '../../payments/pages/transfer-way.tsx'
import { saidByPage } from '../../ui/api-client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Moment, Money, money } from '../../ui/figures.tsx'
import { sentences } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { usePolling } from '../../ui/use-polling.ts'
import type { DepositInfoView } from '../deposit-contract.ts'
import type { Route } from './+types/deposit-payment-page'
import { depositPlace, readDeposit, useOpenDeposit } from './deposit-calls.ts'
import { type DepositOutcome, depositOutcome, followsBank } from './deposit-outcome.ts'
import { ReceiptLink } from './receipt-link.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const depositId = new URL(request.url).searchParams.get('deposit_id')
  if (!depositId) throw redirect('/user/trade/deposit')
  return readDeposit(depositId, saidByPage)
}

export default function DepositPaymentPage({ loaderData }: Route.ComponentProps) {
  return <OutcomeOf key={loaderData.deposit_id} first={loaderData} />
}

const looks: Record<DepositOutcome, { icon: IconName; tone: string }> = {
  paid: { icon: 'check-circle', tone: 'text-up' },
  waiting: { icon: 'clock', tone: 'text-ink-2' },
  confirming: { icon: 'clock', tone: 'text-ink-2' },
  asking: { icon: 'clock', tone: 'text-warn' },
  declined: { icon: 'warning-circle', tone: 'text-down' },
  returning: { icon: 'arrow-left', tone: 'text-warn' },
  expired: { icon: 'clock', tone: 'text-warn' },
  expired_asking: { icon: 'clock', tone: 'text-warn' },
}

function OutcomeOf({ first }: { first: DepositInfoView }) {
  const [info, setInfo] = useState(first)
  const outcome = depositOutcome(info)
  usePolling(async () => setInfo(await readDeposit(info.deposit_id)), followsBank(outcome))
  const { title, text } = wordsOf(outcome, info)
  return (
    <div className="max-w-[560px]">
      <PageTitle>{title}</PageTitle>
      <div role="status">
        <Icon name={looks[outcome].icon} className={`size-10 ${looks[outcome].tone}`} />
        <h1 className="h1 mt-4">{title}</h1>
        <p className="mt-3 text-ink-2">{text}</p>
      </div>
      <dl className="kv mt-8 border-y border-line py-5">
        <dt>{m.vault_deposit_number()}</dt>
        <dd>{info.number}</dd>
        <dt>{m.vault_deposit_amount()}</dt>
        <dd>
          <Money amount={info.amount} currency={info.currency} />
        </dd>
        {info.clears_at && info.clears_at > info.server_time && (
          <>
            <dt>{m.vault_deposit_clears()}</dt>
            <dd>
              <Moment at={info.clears_at} />
            </dd>
          </>
        )}
      </dl>
      <div className="mt-8 grid gap-3 md:flex">
        <Ways outcome={outcome} info={info} />
        {outcome === 'paid' && <ReceiptLink of={info.deposit_id} kind="ghost" />}
      </div>
    </div>
  )
}

function wordsOf(outcome: DepositOutcome, info: DepositInfoView): { title: string; text: string } {
  switch (outcome) {
    case 'paid':
      return { title: m.vault_deposit_paid(), text: m.vault_deposit_paid_text() }
    case 'waiting':
      return { title: m.vault_deposit_waiting(), text: m.vault_deposit_waiting_text() }
    case 'confirming':
      return { title: m.vault_deposit_confirming(), text: m.vault_deposit_confirming_text() }
    case 'asking':
      return { title: m.vault_deposit_asking(), text: m.vault_deposit_asking_text() }
    case 'declined':
      return {
        title: m.vault_deposit_declined(),
        text: sentences([declineWords(info.payment.decline_reason), m.vault_deposit_not_moved()], language()),
      }
    case 'returning':
      return { title: m.vault_deposit_returning(), text: m.vault_deposit_returning_text() }
    case 'expired':
    case 'expired_asking':
      return { title: m.vault_deposit_expired(), text: m.vault_deposit_expired_text() }
  }
}

function Ways({ outcome, info }: { outcome: DepositOutcome; info: DepositInfoView }): ReactNode {
  const address = safePayAddress(info.payment.pay_url)
  const overview = (
    <ButtonLink to="/user" kind={outcome === 'paid' ? 'primary' : 'ghost'}>
      {m.vault_deposit_overview()}
    </ButtonLink>
  )
  if (outcome === 'waiting' && (info.payment.number || info.payment.qr))
    return (
      <div className="grid w-full gap-6">
        <TransferWay way={{ ...info.payment, amount: info.amount, currency: info.currency }} />
        <p className="flex items-center gap-3">
          {m.vault_deposit_before()} <Countdown until={info.expires_at} className="font-semibold" />
        </p>
        {overview}
      </div>
    )
  if (outcome === 'waiting' && address)
    return (
      <>
        <a className="btn" href={address}>
          {m.vault_deposit_to_bank({ amount: money(info) })}
        </a>
        {overview}
      </>
    )
  if (outcome === 'declined' || outcome === 'expired' || outcome === 'returning')
    return (
      <>
        <Again info={info} />
        {overview}
      </>
    )
  return overview
}

/** The next try in one press: the same amount, and to the bank's page. Where that fails the page of the amount says why. */
function Again({ info }: { info: DepositInfoView }) {
  const navigate = useNavigate()
  const open = useOpenDeposit()
  const [busy, setBusy] = useState(false)

  async function pay() {
    setBusy(true)
    const choice = choiceAfter(info.payment, [])
    const deposit = choice && (await open(info.amount, choice).catch(() => null))
    const address = safePayAddress(deposit?.payment.pay_url)
    if (address && info.payment.method === 'card') return location.assign(address)
    await navigate(deposit ? depositPlace(deposit) : '/user/trade/deposit')
    setBusy(false)
  }

  return (
    <Button busy={busy} onClick={() => void pay()}>
      {m.vault_deposit_again()}
    </Button>
  )
}
