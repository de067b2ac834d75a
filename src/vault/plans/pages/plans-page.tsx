/** /user/trade/plans (beyond the seed): gold for a fixed amount every day, week or month. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { safePayAddress } from '../../../payments/pages/pay-address.ts'
import { ApiError, dataOf, get } from '../../../ui/api-client.ts'
import { ask } from '../../../ui/asking.ts'
import { learnServerTime, momentOf } from '../../../ui/clock.ts'
import { money } from '../../../ui/figures.tsx'
import { formatWeekDay } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { minorOf } from '../../../ui/price.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { toastDone, toastError } from '../../../ui/toast.tsx'
import { useAttempt } from '../../../ui/use-attempt.ts'
import { usePolling } from '../../../ui/use-polling.ts'
import { ToBuy, ToDeposit } from '../../pages/to-buy.tsx'
import { useStorePrice } from '../../pages/use-store-price.ts'
import type { PlansView, PlanView } from '../plan-contract.ts'
import type { Route } from './+types/plans-page'
import { PlanForm } from './plan-form.tsx'
import { type PlanAction, PlanList } from './plan-list.tsx'
import { runHour } from './plan-words.ts'
import { offeredBy, type Terms } from './use-plan-form.ts'

export { PageTrouble as ErrorBoundary } from '../../../ui/page-trouble.tsx'

async function read(quiet = false) {
  const list = await dataOf(get<PlansView>('/trade/plans', {}, { quiet }))
  learnServerTime(momentOf(list.server_time))
  return list
}
/** `returned`: from the page on which they agree to charges. */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => ({
  list: await read(),
  returned: new URL(request.url).searchParams.has('mandate'),
})

export default function PlansPage({ loaderData }: Route.ComponentProps) {
  const { list, busy, form, isConfirming, act, begin, change } = usePlans(loaderData)
  const { currency, plans, limit, cash } = list
  const { features } = useShell().store
  const isOn = features.gold_accounts && features.plans
  const isOffered = offeredBy(list).length > 0
  const price = useStorePrice(currency)
  const going = plans.filter(({ state }) => state !== 'ended')
  return (
    <div className="max-w-[640px]">
      <PageTitle>{m.vault_plan_title()}</PageTitle>
      <h1 className="h1">{m.vault_plan_title()}</h1>
      <p className="mt-3 text-ink-2">{m.vault_plan_lead()}</p>
      {cash !== null && <Cash cash={cash} currency={currency} going={going} />}
      {plans.length > 0 && (
        <section className="mt-10" aria-labelledby="plans">
          <h2 className="h3 mb-3" id="plans">
            {m.vault_plan_list()}
          </h2>
          <PlanList
            {...{ plans, currency, isOn, busy, isConfirming, act }}
            editing={(plan, close) => (
              <PlanForm
                of={plan}
                price={price}
                list={list}
                save={async (terms) => {
                  await change(plan, terms)
                  close()
                }}
                onCancel={close}
              />
            )}
          />
        </section>
      )}
      {isOn && !isOffered && <EmptyState text={m.vault_plan_no_cash()} action={<ToBuy />} />}
      {isOn && isOffered && (
        <section className="panel mt-10 p-5" aria-labelledby="new-plan">
          <h2 className="h3 mb-4" id="new-plan">
            {m.vault_plan_new()}
          </h2>
          {going.length >= limit ? (
            <p className="text-ink-2">{m.vault_plan_full({ limit })}</p>
          ) : (
            // Empty again with each plan that was begun here.
            <PlanForm key={form} of={null} price={price} list={list} save={begin} />
          )}
        </section>
      )}
      <Rules list={list} />
    </div>
  )
}

/** What the next run will find, as far as it can be said. */
function Cash({ cash, currency, going }: { cash: string; currency: string; going: PlanView[] }) {
  const isShort = going.some(
    ({ state, paid_by: by, amount }) =>
      state === 'active' && by === 'balance' && minorOf(amount, currency) > minorOf(cash, currency),
  )
  return (
    <section className="mt-6 grid gap-2 rounded-control bg-tile p-5">
      <p className="small text-ink-2">{m.vault_plan_cash()}</p>
      <p className="text-xl font-medium tabular-nums">{money({ amount: cash, currency })}</p>
      {isShort && <p className="small text-warn">{m.vault_plan_cash_low()}</p>}
      <ToDeposit kind="ghost" size="s" className="mt-2 justify-self-start" />
    </section>
  )
}

function Rules({ list: { server_time, hour } }: { list: PlansView }) {
  const { store } = useShell()
  const time = runHour(server_time.slice(0, 10), store.time_zone, hour)
  return (
    <section className="mt-12" aria-labelledby="rules">
      <h2 className="h3 mb-3" id="rules">
        {m.vault_plan_rules()}
      </h2>
      <ul className="small grid list-disc gap-2 pl-5 text-ink-2">
        <li>{m.vault_plan_rule_time({ time })}</li>
        <li>{m.vault_plan_rule_tries()}</li>
        <li>{m.vault_plan_rule_once()}</li>
      </ul>
    </section>
  )
}

/** The plans on an open page; a refusal was said in a toast and leaves them as they were. */
function usePlans({ list: first, returned }: { list: PlansView; returned: boolean }) {
  const send = useAttempt()
  const [list, setList] = useState(first)
  const [form, setForm] = useState(0)
  const [busy, setBusy] = useState(false)

  const isConfirming =
    returned && list.plans.some(({ because, mandate }) => because === 'mandate' && mandate?.state === 'pending')
  usePolling(async () => setList(await read(true)), isConfirming)

  /** What was shown may be over: a refusal is held against what is there now. */
  async function take(path: string, body: object, done: string | null, beside = false) {
    let now: PlansView
    try {
      now = await dataOf(send<PlansView>(path, body, { beside }), { beside })
      setList(now)
    } catch (failure) {
      if (failure instanceof ApiError) await read(true).then(setList, () => {})
      throw failure
    }
    if (done) toastDone(done)
    return now
  }
  async function act(action: PlanAction, plan: PlanView) {
    if (!(await agreed(action, plan))) return
    setBusy(true)
    try {
      const { plan_id, next_on } = plan
      const body = action === 'skip_plan_run' ? { plan_id, due_on: next_on } : { plan_id }
      const now = await take(`/trade/${action}`, body, doneWords[action]?.() ?? null)
      if (action === 'agree_plan') toBank(now, (one) => one.plan_id === plan_id)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure // said in a toast
    } finally {
      setBusy(false)
    }
  }
  return {
    ...{ list, form, busy, isConfirming },
    act: (action: PlanAction, plan: PlanView) => void act(action, plan),
    async begin(terms: Terms) {
      const { agreement_version: agreement } = list
      const body = { ...terms, ...(agreement && { agreement_version: agreement }) }
      const isCharged = terms.paid_by !== 'balance'
      const known = new Set(list.plans.map(({ plan_id }) => plan_id))
      const now = await take('/trade/begin_plan', body, isCharged ? null : m.vault_plan_begun(), true)
      setForm(form + 1)
      if (isCharged) toBank(now, ({ plan_id }) => !known.has(plan_id))
    },
    async change({ plan_id }: PlanView, terms: Terms) {
      await take('/trade/change_plan', { plan_id, ...terms }, m.vault_plan_changed(), true)
    },
  }
}

/** Where the member agrees to charges; said where their bank does not answer now. */
function toBank({ plans }: PlansView, isMeant: (plan: PlanView) => boolean) {
  const address = safePayAddress(plans.find(isMeant)?.mandate?.agree_url ?? null)
  if (address) location.assign(address)
  else toastError(m.vault_plan_no_provider())
}

const doneWords: Partial<Record<PlanAction, () => string>> = {
  revoke_plan: m.vault_plan_revoked,
  skip_plan_run: m.vault_plan_skipped,
  pause_plan: m.vault_plan_paused_done,
  resume_plan: m.vault_plan_resumed,
  end_plan: m.vault_plan_ended_done,
}

/** What cannot be taken back is asked first. */
function agreed(action: PlanAction, { next_on }: PlanView): Promise<boolean> | true {
  if (action === 'skip_plan_run')
    return ask({
      title: m.vault_plan_ask_skip({ day: formatWeekDay(next_on ?? '', language()) }),
      text: m.vault_plan_ask_skip_text(),
      confirm: m.vault_plan_skip(),
      cancel: m.ui_cancel(),
    })
  if (action === 'revoke_plan')
    return ask({
      title: m.vault_plan_ask_revoke(),
      text: m.vault_plan_ask_revoke_text(),
      confirm: m.vault_plan_revoke(),
      cancel: m.ui_cancel(),
    })
  if (action === 'end_plan')
    return ask({
      title: m.vault_plan_ask_end(),
      text: m.vault_plan_ask_end_text(),
      confirm: m.vault_plan_end(),
      cancel: m.ui_cancel(),
    })
  return true
}
