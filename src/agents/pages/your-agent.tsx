/** A client's side: whose client they are, what the agent sees of their name, and what was prepared for them. */
import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Checkbox } from '../../ui/fields.tsx'
import { Moment } from '../../ui/figures.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { ListForClientView } from '../preparations/preparation-contract.ts'
import { namedOf } from './agent-words.ts'

export function YourAgent({ first }: { first: ListForClientView }) {
  const send = useAttempt()
  const [{ agent, rows }, setMine] = useState(first)
  const [busy, setBusy] = useState(false)
  if (!agent) return null

  async function show(shows_name: boolean) {
    setBusy(true)
    try {
      setMine(await dataOf(send<ListForClientView>('/agents/show_name', { shows_name })))
    } catch (failure) {
      // What went wrong was said: the box shows what holds.
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="panel mt-8 grid gap-4 p-5 sm:p-6" aria-labelledby="your-agent">
      <h2 className="h3" id="your-agent">
        {m.agents_yours()}
      </h2>
      <p>
        {agent.name} · {agent.number}
      </p>
      {rows.map((row) => (
        <p key={row.preparation_id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <Link className="link font-semibold" to={`/user/agents/prepared?id=${row.preparation_id}`}>
            {m.agents_prepared_for_you({ what: namedOf(row) })}
          </Link>
          <span className="small text-ink-2">
            {m.agents_prepared_until()} <Moment at={row.ends_at} />
          </span>
        </p>
      ))}
      <Checkbox
        label={m.agents_show_name()}
        checked={agent.shows_name}
        disabled={busy}
        onChange={({ currentTarget }) => void show(currentTarget.checked)}
      />
      <p className="fine text-ink-2">{m.agents_yours_text()}</p>
    </section>
  )
}
