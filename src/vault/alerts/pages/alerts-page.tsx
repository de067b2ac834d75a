/** /user/trade/alerts (beyond the seed): which prices of gold the member wants to be told of, and which they were. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { askAlertNews, seeAlertNews, useAlertNews } from '../../../ui/alert-news.ts'
import { firingPrice, firingWords } from '../../../ui/alert-words.ts'
import { ApiError, dataOf, get } from '../../../ui/api-client.ts'
import { Moment } from '../../../ui/figures.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { SentenceGap } from '../../../ui/sentence-gap.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useAttempt } from '../../../ui/use-attempt.ts'
import { useStorePrice } from '../../pages/use-store-price.ts'
import type { AlertsView, AlertView, AlertWish, FiringView } from '../alert-contract.ts'
import type { Route } from './+types/alerts-page'
import { AlertForm } from './alert-form.tsx'
import { type AlertAction, AlertList } from './alert-list.tsx'

export { PageTrouble as ErrorBoundary } from '../../../ui/page-trouble.tsx'

const read = (quiet = false) => dataOf(get<AlertsView>('/trade/alerts', {}, { quiet }))
export const clientLoader = () => read()

export default function AlertsPage({ loaderData }: Route.ComponentProps) {
  const { list, busy, form, act, add, edit } = useAlerts(loaderData)
  const { currency, alerts, limit, firings, mail } = list
  const price = useStorePrice(currency)
  return (
    <div className="max-w-[640px]">
      <PageTitle>{m.vault_alert_title()}</PageTitle>
      <h1 className="h1">{m.vault_alert_title()}</h1>
      <p className="mt-3 text-ink-2">{m.vault_alert_lead()}</p>
      <section className="panel mt-8 p-5" aria-labelledby="new-alert">
        <h2 className="h3 mb-4" id="new-alert">
          {m.vault_alert_new()}
        </h2>
        {alerts.length >= limit ? (
          <p className="text-ink-2">{m.vault_alert_full({ limit })}</p>
        ) : (
          // Empty again with each alert that was set here.
          <AlertForm key={form} of={null} price={price} list={list} save={add} />
        )}
      </section>
      <section className="mt-12" aria-labelledby="alerts">
        <div className="mb-3 flex items-baseline justify-between gap-4">
          <h2 className="h3" id="alerts">
            {m.vault_alert_list()}
          </h2>
          {alerts.length > 0 && (
            <span className="small text-ink-2">{m.vault_alert_count({ count: alerts.length, limit })}</span>
          )}
        </div>
        {mail === 'off' && alerts.some(({ by_mail }) => by_mail) && <MailIsOff />}
        {alerts.length === 0 ? (
          <p className="border-y border-line py-5 text-ink-2">{m.vault_alert_none()}</p>
        ) : (
          <AlertList
            {...{ alerts, currency, price, busy, act }}
            editing={(alert, close) => (
              <AlertForm
                of={alert}
                price={price}
                list={list}
                save={async (wish) => {
                  await edit(alert, wish)
                  close()
                }}
                onCancel={close}
              />
            )}
          />
        )}
      </section>
      <Lately firings={firings} />
    </div>
  )
}

const MailIsOff = () => (
  <p className="small mb-4 bg-warn-soft p-3">
    {m.vault_alert_mail_off()}
    <SentenceGap />
    <Link to="/user/messageChoices" className="link">
      {m.vault_alert_mail_choices()}
    </Link>
  </p>
)

function Lately({ firings }: { firings: FiringView[] }) {
  if (firings.length === 0) return null
  return (
    <section className="mt-12" aria-labelledby="lately">
      <h2 className="h3 mb-3" id="lately">
        {m.vault_alert_lately()}
      </h2>
      <ul className="border-t border-line">
        {firings.map((firing) => (
          <li key={firing.firing_id} className="border-b border-line py-4">
            <p className="font-medium">{firingWords(firing)}</p>
            <p className="small text-ink-2">
              {firingPrice(firing)} · <Moment at={firing.at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The alerts on an open page; a refusal was said in a toast and leaves them as they were. What is told meanwhile is seen here. */
function useAlerts(first: AlertsView) {
  const send = useAttempt()
  const [list, setList] = useState(first)
  const [form, setForm] = useState(0)
  const [busy, setBusy] = useState(false)
  const { news } = useAlertNews()
  const newest = news[0]?.at
  useEffect(() => {
    if (!newest) return
    void seeAlertNews(newest)
    void read(true).then(setList, () => {})
  }, [newest])

  async function take(path: string, body: object, done: string) {
    setList(await dataOf(send<AlertsView>(path, body)))
    toastDone(done)
    void askAlertNews()
  }
  const done: Record<AlertAction, () => string> = {
    pause_alert: m.vault_alert_saved,
    resume_alert: m.vault_alert_saved,
    delete_alert: m.vault_alert_deleted,
  }
  async function act(action: AlertAction, { alert_id }: AlertView) {
    setBusy(true)
    try {
      await take(`/trade/${action}`, { alert_id }, done[action]())
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setBusy(false)
    }
  }
  return {
    ...{ list, form, busy },
    act: (action: AlertAction, alert: AlertView) => void act(action, alert),
    async add(wish: AlertWish) {
      await take('/trade/add_alert', wish, m.vault_alert_set_done())
      setForm(form + 1)
    },
    edit: ({ alert_id }: AlertView, wish: AlertWish) =>
      take('/trade/edit_alert', { alert_id, ...wish }, m.vault_alert_saved()),
  }
}
