/** /user/agents/prepared?id=…: a purchase that an agent prepared, on its client's own device: bought there with their PIN, or declined. */
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, get, saidByPage } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ErrorState, Tag } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { keepTrade } from '../../vault/pages/kept-trade.ts'
import { vaultPlaces } from '../../vault/pages/trade-places.ts'
import type { ForClientView } from '../preparations/preparation-contract.ts'
import type { Route } from './+types/prepared-page'
import { namedOf, preparationTones, preparationWords } from './agent-words.ts'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  dataOf(
    get<ForClientView>(
      '/agents/preparation',
      { preparation_id: new URL(request.url).searchParams.get('id') ?? '' },
      saidByPage,
    ),
    saidByPage,
  )

export default function PreparedPage({ loaderData }: Route.ComponentProps) {
  const [view, setView] = useState(loaderData)
  const { agent, agent_number: number, state, words, ends_at: until } = view
  return (
    <div className="max-w-[640px]">
      <PageTitle>{m.agents_prepared_title()}</PageTitle>
      <Link to="/user/agents/purchases" className="link small min-h-11 !font-medium">
        <Icon name="arrow-left" size="s" />
        {m.agents_title()}
      </Link>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="h1">{m.agents_prepared_title()}</h1>
        <Tag tone={preparationTones[state]}>{preparationWords[state]()}</Tag>
      </div>
      <section className="panel mt-8 grid gap-4 p-5 sm:p-6" aria-label={m.agents_prepared_title()}>
        <p className="text-2xl font-semibold break-words">{namedOf(view)}</p>
        <p className="small text-ink-2">
          {m.agents_prepared_by()} {agent} · {number}
          <br />
          {m.agents_prepared_until()} <Moment at={until} />
        </p>
        {words && <p className="break-words">“{words}”</p>}
        {state === 'waiting' ? <Answer view={view} onChanged={setView} /> : null}
      </section>
    </div>
  )
}

type Props = { view: ForClientView; onChanged: (view: ForClientView) => void }

function Answer({ view, onChanged }: Props) {
  const send = useAttempt()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const wish = { preparation_id: view.preparation_id }

  async function during(run: () => Promise<void>) {
    setBusy(true)
    setRefused(null)
    try {
      await run()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setRefused(failure.message)
    } finally {
      setBusy(false)
    }
  }
  const goOn = () =>
    during(async () => {
      const opened = await dataOf(send<ForClientView>('/agents/open_prepared', wish, { beside: true }))
      await navigate(wayOf(opened))
    })
  const decline = () =>
    during(async () => {
      onChanged(await dataOf(send<ForClientView>('/agents/decline_prepared', wish, { beside: true })))
      toastDone(m.agents_declined_toast())
    })
  return (
    <>
      <p className="small text-ink-2">{m.agents_prepared_text()}</p>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => void goOn()}>
          {m.agents_prepared_go_on()}
        </Button>
        <Button kind="ghost" busy={busy} onClick={() => void decline()}>
          {m.agents_prepared_decline()}
        </Button>
      </div>
      {refused && <ErrorState title={refused} />}
    </>
  )
}

/** The page where such a purchase is made, with what was named filled in. */
function wayOf({ kind, weight, amount, sku_id: sku, quantity }: ForClientView): string {
  if (kind === 'order') return `/mallOrder/create?sku_id=${sku}&quantity=${quantity}`
  const typed = { by: weight === null ? 'amount' : 'weight', amount: amount ?? '', weight: weight ?? '' } as const
  keepTrade('buy', { typed })
  return vaultPlaces.purchase
}
