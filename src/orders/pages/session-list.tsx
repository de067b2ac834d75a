/** Where the member is signed in, and how to end that. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { SessionsView } from '../../identity/contract.ts'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, post } from '../../ui/api-client.ts'
import { ask } from '../../ui/asking.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'

type Session = SessionsView['sessions'][number]

export function SessionList({ sessions }: { sessions: Session[] }) {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)

  async function end(path: string, body: unknown, text: string) {
    const question = { title: m.member_session_end_title(), text, confirm: m.member_session_end(), cancel: m.cancel() }
    if (!(await ask({ ...question, tone: 'warn' }))) return
    setBusy(true)
    try {
      await dataOf(post(path, body))
      toastDone(m.member_session_ended())
    } catch {
      // The refusal was said in a toast; the list is shown as it is now.
    }
    await revalidate()
    setBusy(false)
  }

  return (
    <section aria-label={m.member_sessions()}>
      <h2 className="h3 mb-2">{m.member_sessions()}</h2>
      <ul className="border-t border-line">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={busy}
            onEnd={() =>
              void end('/user/endSession', { id: session.id }, m.member_session_end_text({ device: session.device }))
            }
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          kind="quiet"
          size="s"
          className="-ml-4 mt-2"
          busy={busy}
          onClick={() => void end('/user/logoutOthers', {}, m.member_sessions_end_text())}
        >
          {m.member_sessions_end()}
        </Button>
      )}
    </section>
  )
}

const SessionRow = ({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) => (
  <li className="flex items-center gap-3 border-b border-line py-3">
    <Icon name="monitor" className="mt-0.5 self-start" />
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-2 font-medium break-words">
        {session.device}
        {session.is_current && <Tag tone="up">{m.member_session_current()}</Tag>}
      </p>
      <p className="small text-ink-2">
        {session.address} · <Moment at={session.last_used_at} />
      </p>
    </div>
    {!session.is_current && (
      <Button
        kind="quiet"
        size="s"
        busy={busy}
        aria-label={`${m.member_session_end()}: ${session.device}`}
        onClick={onEnd}
      >
        {m.member_session_end()}
      </Button>
    )}
  </li>
)
