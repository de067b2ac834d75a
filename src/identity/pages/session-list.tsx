/** Where the member is signed in, and how to end that. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, post } from '../../ui/api-client.ts'
import { ask } from '../../ui/asking.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import type { SessionsView } from '../contract.ts'

type Session = SessionsView['sessions'][number]

export function SessionList({ sessions }: { sessions: Session[] }) {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)

  async function end(path: string, body: unknown, question: { title: string; text: string; confirm: string }) {
    if (!(await ask({ ...question, cancel: m.ui_cancel(), tone: 'warn' }))) return
    setBusy(true)
    try {
      await dataOf(post(path, body))
      toastDone(m.identity_member_session_ended())
    } catch {
      // The refusal was said in a toast; the list is shown as it is now.
    }
    await revalidate()
    setBusy(false)
  }

  const endOne = ({ id, device }: Session) =>
    end(
      '/user/endSession',
      { id },
      {
        title: m.identity_member_session_end_title(),
        text: m.identity_member_session_end_text({ device }),
        confirm: m.identity_member_session_end(),
      },
    )
  const endOthers = () =>
    end(
      '/user/logoutOthers',
      {},
      {
        title: m.identity_security_sessions_end_title(),
        text: m.identity_member_sessions_end_text(),
        confirm: m.identity_member_sessions_end(),
      },
    )

  return (
    <>
      <ul className="mt-8 border-t border-line" aria-label={m.identity_member_sessions()}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} busy={busy} onEnd={() => void endOne(session)} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button kind="ghost" className="mt-6 max-md:w-full" busy={busy} onClick={() => void endOthers()}>
          {m.identity_member_sessions_end()}
        </Button>
      ) : (
        <p className="small mt-4 text-ink-2">{m.identity_security_sessions_only()}</p>
      )}
    </>
  )
}

const SessionRow = ({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) => (
  <li className="grid grid-cols-[24px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-b border-line py-4 sm:grid-cols-[24px_minmax(0,1fr)_auto]">
    <Icon name="monitor" className="mt-0.5 self-start" />
    <div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium break-words">
        {session.device}
        {session.is_current && <Tag tone="up">{m.identity_security_session_here()}</Tag>}
      </p>
      <p className="small text-ink-2">
        {session.address} · {m.identity_security_session_used()} <Moment at={session.last_used_at} />
      </p>
      <p className="small text-ink-3">
        {m.identity_security_session_since()} <Moment at={session.created_at} />
      </p>
    </div>
    {!session.is_current && (
      <Button
        kind="quiet"
        size="s"
        className="justify-self-start max-sm:col-start-2 max-sm:-ml-3"
        busy={busy}
        aria-label={`${m.identity_member_session_end()}: ${session.device}`}
        onClick={onEnd}
      >
        {m.identity_member_session_end()}
      </Button>
    )}
  </li>
)
