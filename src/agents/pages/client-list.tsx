/** An agent's clients, each with the way to prepare a purchase. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Moment, money } from '../../ui/figures.tsx'
import type { ClientsPageView } from '../commissions/commission-contract.ts'
import type { PreparedListView } from '../preparations/preparation-contract.ts'
import { PrepareForm } from './prepare-form.tsx'
import { usePages } from './use-pages.ts'

type Props = { first: ClientsPageView; mayPrepare: boolean; onPrepared: (list: PreparedListView) => void }

export function ClientList({ first, mayPrepare, onPrepared }: Props) {
  const { rows, busy, more } = usePages('/agents/clients', first)
  const [open, setOpen] = useState<string | null>(null)
  return (
    <section className="mt-12" aria-labelledby="clients">
      <h2 className="h3" id="clients">
        {m.agents_clients({ count: first.count })}
      </h2>
      {rows.length === 0 ? (
        <p className="mt-4 border-y border-line py-5 text-ink-2">{m.agents_clients_none()}</p>
      ) : (
        <ul className="mt-4 border-t border-line">
          {rows.map(({ client_id: id, name, joined_at: at, purchases, commission }) => (
            <li key={id} className="grid gap-3 border-b border-line py-4">
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
                <div className="min-w-0">
                  <p className="font-semibold break-words">{name}</p>
                  <p className="small text-ink-2">
                    <Moment at={at} /> ·{' '}
                    {m.agents_client_earned({
                      count: purchases,
                      amount: money({ amount: commission, currency: first.currency }),
                    })}
                  </p>
                </div>
                {mayPrepare && (
                  <Button
                    kind="ghost"
                    size="s"
                    aria-expanded={open === id}
                    onClick={() => setOpen(open === id ? null : id)}
                  >
                    {m.agents_prepare()}
                  </Button>
                )}
              </div>
              {open === id && (
                <PrepareForm
                  clientId={id}
                  name={name}
                  onPrepared={(list) => {
                    setOpen(null)
                    onPrepared(list)
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {more && (
        <Button kind="ghost" className="mt-4" busy={busy} onClick={more}>
          {m.agents_more()}
        </Button>
      )}
    </section>
  )
}
