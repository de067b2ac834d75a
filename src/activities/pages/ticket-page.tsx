/** /activity/ticket#token (beyond the seed): a ticket, for whoever has its link; the place is given back here. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { ask } from '../../ui/asking.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Moment } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useShell } from '../../ui/shell-data.ts'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { unlistedMeta } from '../../ui/unlisted-meta.ts'
import type { TicketView } from '../contract.ts'
import type { Route } from './+types/ticket-page'
import { activityPlaces, signUpWords, stateWords, whenWords } from './activity-words.ts'

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, m.activities_ticket_title())

type Read = { token: string; ticket: TicketView } | 'none' | null

/** The token never leaves the browser in an address. */
function useTicket() {
  const [read, setRead] = useState<Read>(null)
  useEffect(() => {
    const token = location.hash.slice(1)
    if (!/^[\w-]{43}$/.test(token)) return setRead('none')
    dataOf(post<TicketView>('/activity/ticket', { token }, { quiet: true })).then(
      (ticket) => setRead({ token, ticket }),
      (failure) => {
        if (!(failure instanceof ApiError)) throw failure
        setRead('none')
      },
    )
  }, [])
  return [read, setRead] as const
}

export default function TicketPage() {
  const [read, setRead] = useTicket()
  return (
    <div className="mx-auto max-w-[480px] py-10 md:py-16">
      {read === null && <Skeleton className="h-96" />}
      {read === 'none' && (
        <>
          <h1 className="h1 mb-7">{m.activities_ticket_title()}</h1>
          <EmptyState
            text={m.activities_ticket_none()}
            action={<ButtonLink to="/">{m.activities_to_shop()}</ButtonLink>}
          />
        </>
      )}
      {read !== null && read !== 'none' && (
        <Ticket
          {...read}
          onLeft={() =>
            setRead({ ...read, ticket: { ...read.ticket, state: 'cancelled', qr: null, ticket: null, link: '' } })
          }
        />
      )}
    </div>
  )
}

function Ticket({ token, ticket: one, onLeft }: { token: string; ticket: TicketView; onLeft: () => void }) {
  const { store } = useShell()
  const runs = one.activity_state === 'live' || one.activity_state === 'approved'
  return (
    <>
      <section className="panel grid gap-5 p-6 text-center">
        <p className="small text-ink-2">
          {one.activity_state === 'cancelled' ? stateWords.cancelled() : signUpWords[one.state]()}
        </p>
        <h1 className="h2 break-words">{one.title}</h1>
        <p>{whenWords(one)}</p>
        {one.place && <p className="break-words">{one.place}</p>}
        {one.link && runs && (
          <a className="link break-all" href={one.link} rel="noopener noreferrer nofollow" target="_blank">
            {one.link}
          </a>
        )}
        {one.qr && runs && (
          <>
            <QrCode qr={one.qr} name={m.activities_ticket()} className="mx-auto w-56" />
            <p className="fig-m">{one.ticket}</p>
            <p className="small text-ink-2">{m.activities_ticket_text()}</p>
          </>
        )}
        {one.attended_at && (
          <p className="small text-up">
            <Icon name="check" size="s" /> {m.activities_ticket_counted()} <Moment at={one.attended_at} />
          </p>
        )}
        {one.state === 'waiting' && runs && <p>{m.activities_waiting_text()}</p>}
        {one.state === 'cancelled' && <p>{m.activities_given_back_text()}</p>}
      </section>
      <div className="mt-6 grid justify-items-center gap-2">
        {runs && one.state !== 'cancelled' && (
          <a className="link min-h-11" href={`/api/store${store.code}/activity/calendar?code=${one.code}`}>
            <Icon name="calendar-blank" /> {m.activities_calendar()}
          </a>
        )}
        {one.activity_state === 'live' && (
          <Link to={activityPlaces.page(one.code)} className="link min-h-11">
            {m.activities_see_page()}
          </Link>
        )}
        {runs && one.state !== 'cancelled' && !one.attended_at && (
          <Leave token={token} onLeft={onLeft} isPlaced={one.state === 'placed'} />
        )}
      </div>
    </>
  )
}

function Leave({ token, isPlaced, onLeft }: { token: string; isPlaced: boolean; onLeft: () => void }) {
  const [busy, setBusy] = useState(false)
  const title = isPlaced ? m.activities_give_back() : m.activities_leave_list()
  async function leave() {
    if (!(await ask({ title, text: m.activities_give_back_text(), confirm: title, cancel: m.ui_cancel() }))) return
    setBusy(true)
    try {
      await dataOf(post('/activity/leave', { token }))
      toastDone(m.activities_given_back())
      onLeft()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="quiet" busy={busy} onClick={() => void leave()}>
      {title}
    </Button>
  )
}
