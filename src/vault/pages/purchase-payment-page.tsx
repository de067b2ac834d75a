/** /user/trade/purchase/payment: where a purchase is paid and its bank sends the member back. Asks the shop how it ended; the address is not believed. */
import { type ReactNode, useState } from 'react'
import { redirect } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { choiceAfter, type MethodChoice } from '../../payments/method-rules.ts'
import { isOffered } from '../../payments/pages/begun-way.ts'
import { ChooseMethod } from '../../payments/pages/method-choice.tsx'
import { safePayAddress } from '../../payments/pages/pay-address.ts'
import { declineWords } from '../../payments/pages/payment-words.ts'
import { TransferWay } from '../../payments/pages/transfer-way.tsx'
import { ApiError, saidByPage } from '../../ui/api-client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Moment, Money, money } from '../../ui/figures.tsx'
import { formatGrams, sentences } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { usePolling } from '../../ui/use-polling.ts'
import type { PurchaseInfoView } from '../purchases/purchase-contract.ts'
import type { Route } from './+types/purchase-payment-page'
import { readPurchase, usePurchaseSteps } from './purchase-calls.ts'
import { followsBank, type PurchaseOutcome, purchaseOutcome } from './purchase-outcome.ts'
import { ReceiptLink } from './receipt-link.tsx'
import { ToBuy } from './to-buy.tsx'
import { vaultPlaces } from './trade-places.ts'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const id = new URL(request.url).searchParams.get('purchase_id')
  if (!id) throw redirect(vaultPlaces.purchase)
  return readPurchase(id, saidByPage)
}

export default function PurchasePaymentPage({ loaderData }: Route.ComponentProps) {
  return <OutcomeOf key={loaderData.purchase_id} first={loaderData} />
}

const looks: Record<PurchaseOutcome, { icon: IconName; tone: string }> = {
  bought: { icon: 'check-circle', tone: 'text-up' },
  refused: { icon: 'warning-circle', tone: 'text-down' },
  waiting: { icon: 'clock', tone: 'text-ink-2' },
  confirming: { icon: 'clock', tone: 'text-ink-2' },
  asking: { icon: 'clock', tone: 'text-warn' },
  declined: { icon: 'warning-circle', tone: 'text-down' },
  returning: { icon: 'arrow-left', tone: 'text-warn' },
  cancelled: { icon: 'x', tone: 'text-ink-2' },
  expired: { icon: 'clock', tone: 'text-warn' },
  expired_asking: { icon: 'clock', tone: 'text-warn' },
}

function OutcomeOf({ first }: { first: PurchaseInfoView }) {
  const [info, setInfo] = useState(first)
  const outcome = purchaseOutcome(info)
  usePolling(async () => setInfo(await readPurchase(info.purchase_id)), followsBank(outcome))
  const { title, text } = wordsOf(outcome, info)
  return (
    <div className="max-w-[560px]">
      <PageTitle>{title}</PageTitle>
      <div role="status">
        <Icon name={looks[outcome].icon} className={`size-10 ${looks[outcome].tone}`} />
        <h1 className="h1 mt-4">{title}</h1>
        <p className="mt-3 text-ink-2">{text}</p>
      </div>
      {info.price !== info.quoted_price && (
        <p className="mt-4 rounded-control bg-up-soft p-4">
          {m.vault_purchase_better({
            now: money({ amount: info.price, currency: info.currency }),
            before: money({ amount: info.quoted_price, currency: info.currency }),
          })}
        </p>
      )}
      <Facts info={info} isBought={outcome === 'bought'} />
      <div className="mt-8">
        <Ways outcome={outcome} info={info} onChanged={setInfo} />
      </div>
    </div>
  )
}

function Facts({ info, isBought }: { info: PurchaseInfoView; isBought: boolean }) {
  const { number, weight, amount, price, currency, clears_at, server_time } = info
  return (
    <dl className="kv mt-8 border-y border-line py-5">
      <dt>{m.vault_number()}</dt>
      <dd>{number}</dd>
      <dt>{m.vault_gold()}</dt>
      <dd className="font-semibold">{formatGrams(weight, language())}</dd>
      <dt>{m.vault_per_gram()}</dt>
      <dd>
        <Money amount={price} currency={currency} />
      </dd>
      <dt>{isBought ? m.vault_paid_outside() : m.vault_you_pay()}</dt>
      <dd className="font-semibold">
        <Money amount={amount} currency={currency} />
      </dd>
      {isBought && (
        <>
          <dt>{m.vault_now_gold()}</dt>
          <dd>{formatGrams(info.gold, language())}</dd>
        </>
      )}
      {isBought && clears_at && clears_at > server_time && (
        <>
          <dt>{m.vault_deposit_clears()}</dt>
          <dd>
            <Moment at={clears_at} />
          </dd>
        </>
      )}
    </dl>
  )
}

function wordsOf(outcome: PurchaseOutcome, info: PurchaseInfoView): { title: string; text: string } {
  const grams = formatGrams(info.weight, language())
  switch (outcome) {
    case 'bought':
      return { title: m.vault_purchase_bought({ grams }), text: m.vault_purchase_bought_text() }
    case 'refused':
      return { title: m.vault_purchase_refused(), text: whyRefused(info) }
    case 'waiting':
      return {
        title: m.vault_purchase_waiting(),
        text: m.vault_purchase_waiting_text({ grams, price: money({ amount: info.price, currency: info.currency }) }),
      }
    case 'confirming':
      return { title: m.vault_deposit_confirming(), text: m.vault_purchase_confirming_text() }
    case 'asking':
      return { title: m.vault_deposit_asking(), text: m.vault_deposit_asking_text() }
    case 'declined':
      return {
        title: m.vault_deposit_declined(),
        text: sentences([declineWords(info.payment.decline_reason), m.vault_deposit_not_moved()], language()),
      }
    case 'returning':
      return { title: m.vault_purchase_returning(), text: m.vault_purchase_returning_text() }
    case 'cancelled':
      return { title: m.vault_purchase_cancelled(), text: m.vault_purchase_cancelled_text() }
    case 'expired':
    case 'expired_asking':
      return { title: m.vault_purchase_expired(), text: m.vault_purchase_expired_text() }
  }
}

const whyRefused = ({ refusal }: PurchaseInfoView): string =>
  refusal === 'gold_sold_out'
    ? m.vault_purchase_refused_sold_out()
    : refusal === 'level'
      ? m.vault_purchase_refused_level()
      : m.vault_purchase_refused_text()

type WaysProps = { outcome: PurchaseOutcome; info: PurchaseInfoView; onChanged: (info: PurchaseInfoView) => void }

function Ways({ outcome, info, onChanged }: WaysProps): ReactNode {
  const home = (kind: 'primary' | 'ghost') => (
    <ButtonLink to={vaultPlaces.home} kind={kind}>
      {m.vault_to_vault()}
    </ButtonLink>
  )
  if (outcome === 'bought')
    return (
      <div className="grid gap-3 md:flex">
        {home('primary')}
        <ReceiptLink of={info.purchase_id} kind="ghost" />
      </div>
    )
  if (outcome === 'waiting' || outcome === 'declined')
    return <Pay outcome={outcome} info={info} onChanged={onChanged} />
  return (
    <div className="grid gap-3 md:flex">
      {!followsBank(outcome) && <ToBuy name={m.vault_purchase_new()} />}
      {home('ghost')}
    </div>
  )
}

/** How it is paid now, another way, or not at all. */
function Pay({ outcome, info, onChanged }: WaysProps) {
  const { pay, cancel } = usePurchaseSteps()
  const [busy, setBusy] = useState(false)
  const [other, setOther] = useState<MethodChoice | null>(null)
  const { payment, currency, amount } = info
  const address = safePayAddress(payment.pay_url)
  const same = choiceAfter(payment, info.methods)

  async function during(run: () => Promise<unknown>) {
    setBusy(true)
    try {
      await run()
      onChanged(await readPurchase(info.purchase_id))
      setOther(null)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure // Said in a toast.
      onChanged(await readPurchase(info.purchase_id))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-6">
      {outcome === 'waiting' && (payment.number || payment.qr) && (
        <TransferWay way={{ ...payment, amount, currency }} />
      )}
      <p className="flex items-center gap-3">
        {m.vault_deposit_before()} <Countdown until={info.expires_at} className="font-semibold" />
      </p>
      <div className="grid gap-3 md:flex md:flex-wrap">
        {outcome === 'waiting' && address && payment.method === 'card' && (
          <a className="btn" href={address}>
            {m.vault_deposit_to_bank({ amount: money({ amount, currency }) })}
          </a>
        )}
        {outcome === 'declined' && same && isOffered(same, info.methods) && (
          <Button busy={busy} onClick={() => void during(() => pay(info.purchase_id, same))}>
            {m.vault_deposit_again()}
          </Button>
        )}
        {info.methods.some(({ method }) => info.methods.length > 1 || method !== payment.method) && !other && (
          <Button kind="ghost" onClick={() => setOther(same)}>
            {m.vault_purchase_other_way()}
          </Button>
        )}
        <Button kind="ghost" busy={busy} onClick={() => void during(() => cancel(info.purchase_id))}>
          {m.vault_purchase_cancel()}
        </Button>
      </div>
      {other && (
        <div className="grid gap-5">
          <ChooseMethod offers={info.methods} currency={currency} chosen={other} onChoose={setOther} />
          <Button
            busy={busy}
            disabled={other.method === 'va' && other.bank === null}
            onClick={() => void during(() => pay(info.purchase_id, other))}
          >
            {m.vault_purchase_pay_so({ amount: money({ amount, currency }) })}
          </Button>
        </div>
      )}
    </div>
  )
}
