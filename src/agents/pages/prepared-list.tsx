/** What an agent prepared, and what became of it. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/figures.tsx'
import { ErrorState, Tag } from '../../ui/states.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { PreparedListView, PreparedView } from '../preparations/preparation-contract.ts'
import { namedOf, preparationTones, preparationWords } from './agent-words.ts'

type Props = { list: PreparedListView; onChanged: (list: PreparedListView) => void }

export function PreparedList({ list: { rows }, onChanged }: Props) {
  if (rows.length === 0) return null
  return (
    <section className="mt-12" aria-labelledby="prepared">
      <h2 className="h3" id="prepared">
        {m.agents_prepared()}
      </h2>
      <ul className="mt-4 border-t border-line">
        {rows.map((row) => (
          <Prepared key={row.preparation_id} row={row} onChanged={onChanged} />
        ))}
      </ul>
    </section>
  )
}

type RowProps = { row: PreparedView; onChanged: Props['onChanged'] }

function Prepared({ row, onChanged }: RowProps) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)

  async function withdraw() {
    setBusy(true)
    setRefused(null)
    try {
      const wish = { preparation_id: row.preparation_id }
      onChanged(await dataOf(send<PreparedListView>('/agents/withdraw_prepared', wish, { beside: true })))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setRefused(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className="grid gap-2 border-b border-line py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <span className="min-w-0 font-semibold break-words">
          {row.client} · {namedOf(row)}
        </span>
        <Tag tone={preparationTones[row.state]}>{preparationWords[row.state]()}</Tag>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <span className="small text-ink-2">
          {row.number} · <Moment at={row.ended_at ?? row.made_at} />
        </span>
        {row.state === 'waiting' && (
          <Button kind="ghost" size="s" busy={busy} onClick={() => void withdraw()}>
            {m.agents_prepared_withdraw()}
          </Button>
        )}
      </div>
      {refused && <ErrorState title={refused} />}
    </li>
  )
}
