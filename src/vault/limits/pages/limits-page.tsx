/** /user/trade/limits (beyond the seed): at which prices the member wants to buy or sell, and what became of it. */
import { useCallback, useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError, dataOf, get } from '../../../ui/api-client.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useAttempt } from '../../../ui/use-attempt.ts'
import { usePolling } from '../../../ui/use-polling.ts'
import { useStorePrice } from '../../pages/use-store-price.ts'
import type { LimitOrderView, LimitsView } from '../limit-contract.ts'
import type { Route } from './+types/limits-page'
import { LimitForm } from './limit-form.tsx'
import { EndedLimits, OpenLimits } from './limit-list.tsx'
import { missingBps } from './limit-words.ts'

export { PageTrouble as ErrorBoundary } from '../../../ui/page-trouble.tsx'

const read = (quiet = false) => dataOf(get<LimitsView>('/trade/limits', {}, { quiet }))
export const clientLoader = () => read()

export default function LimitsPage({ loaderData }: Route.ComponentProps) {
  const { known, busy, placed, cancel, look, form } = useLimits(loaderData)
  const price = useStorePrice(known.currency)
  const open = known.orders.filter(({ state }) => state === 'open')
  // It is being filled, or it waits for something: either is seen here without a click.
  usePolling(look, price !== null && open.some((order) => missingBps(order, price) <= 0))
  return (
    <div className="max-w-[640px]">
      <PageTitle>{m.vault_limit_title()}</PageTitle>
      <h1 className="h1">{m.vault_limit_title()}</h1>
      <p className="mt-3 text-ink-2">{m.vault_limit_lead()}</p>
      <section className="panel mt-8 p-5" aria-labelledby="new-limit">
        <h2 className="h3 mb-4" id="new-limit">
          {m.vault_limit_new()}
        </h2>
        {open.length >= known.most ? (
          <p className="text-ink-2">{m.vault_limit_full({ most: known.most })}</p>
        ) : (
          // Empty again with each order that was placed here.
          <LimitForm key={form} price={price} known={known} onPlaced={placed} onChanged={look} />
        )}
      </section>
      <section className="mt-12" aria-labelledby="open-limits">
        <h2 className="h3 mb-3" id="open-limits">
          {m.vault_limit_open()}
        </h2>
        <OpenLimits orders={open} price={price} busy={busy} cancel={cancel} />
      </section>
      <EndedLimits orders={known.orders.filter(({ state }) => state !== 'open')} />
    </div>
  )
}

/** What is known of them on an open page. */
function useLimits(first: LimitsView) {
  const send = useAttempt()
  const [known, setKnown] = useState(first)
  const [form, setForm] = useState(0)
  const [busy, setBusy] = useState(false)
  const look = useCallback(async () => setKnown(await read(true)), [])

  async function placed({ number }: LimitOrderView) {
    toastDone(m.vault_limit_placed({ number }))
    setForm((count) => count + 1)
    await look()
  }
  async function cancel({ limit_id, number }: LimitOrderView) {
    setBusy(true)
    try {
      await dataOf(send('/trade/cancel_limit', { limit_id }))
      toastDone(m.vault_limit_cancelled({ number }))
    } catch (failure) {
      // Said in a toast: it has ended by now.
      if (!(failure instanceof ApiError)) throw failure
    }
    await look().catch(() => {})
    setBusy(false)
  }
  return { known, busy, form, placed, look, cancel: (order: LimitOrderView) => void cancel(order) }
}
