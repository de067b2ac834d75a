/** /user/order/draft?id=…: an order that the shop put together, read by its member before they go on to the checkout. */
import { Link } from 'react-router'
import { attributesLabel } from '../../catalogue/attribute-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get, saidByPage } from '../../ui/api-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { learnServerTime, momentOf } from '../../ui/clock.ts'
import { Countdown, useTimeLeft } from '../../ui/countdown.tsx'
import { Clock, Moment, Money, money } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Tag } from '../../ui/states.tsx'
import type { OwnDraftView } from '../drafts/draft-contract.ts'
import type { DraftState } from '../drafts/draft-rules.ts'
import type { Route } from './+types/draft-page'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const draft_id = new URL(request.url).searchParams.get('id') ?? ''
  const draft = await dataOf(get<OwnDraftView>('/order/draft', { draft_id }, saidByPage), saidByPage)
  learnServerTime(momentOf(draft.server_time))
  return draft
}

const stateWords: Record<DraftState, () => string> = {
  open: m.orders_draft_state_open,
  used: m.orders_draft_state_used,
  withdrawn: m.orders_draft_state_withdrawn,
  expired: m.orders_draft_state_expired,
}
const stateTones = { open: 'warn', used: 'up', withdrawn: 'plain', expired: 'plain' } as const

export default function DraftPage({ loaderData: draft }: Route.ComponentProps) {
  const { state, note, by, number } = draft
  return (
    <div className="max-w-[640px]">
      <PageTitle>{m.orders_draft_title()}</PageTitle>
      <Link to="/user/order/list" className="link small min-h-11 !font-medium">
        <Icon name="arrow-left" size="s" />
        {m.orders_title()}
      </Link>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="h1">{m.orders_draft_title()}</h1>
        <Tag tone={stateTones[state]}>{stateWords[state]()}</Tag>
      </div>
      <section className="panel mt-8 grid gap-4 p-5 sm:p-6" aria-label={m.orders_draft_title()}>
        <p className="small text-ink-2">{m.orders_draft_by({ name: by, number })}</p>
        {note && <p className="break-words">“{note}”</p>}
        <Lines draft={draft} />
        {state === 'open' ? <GoOn draft={draft} /> : <Ended draft={draft} />}
      </section>
    </div>
  )
}

const Lines = ({ draft: { lines, currency } }: { draft: OwnDraftView }) => (
  <ul className="grid gap-4 border-y border-line py-4">
    {lines.map(({ sku_id: id, name, image, attributes, quantity, line_total: total }) => (
      <li key={id} className="grid grid-cols-[64px_minmax(0,1fr)] items-center gap-3.5">
        <span className="tile size-16 rounded-control">
          {image && <img src={image} alt="" width="64" height="64" />}
        </span>
        <span className="min-w-0">
          <span className="block font-semibold break-words">
            {quantity} × {name}
          </span>
          <span className="small flex flex-wrap justify-between gap-x-4 text-ink-2">
            {attributesLabel(attributes, language())}
            {total !== null && <Money amount={total} currency={currency} />}
          </span>
        </span>
      </li>
    ))}
  </ul>
)

function GoOn({ draft }: { draft: OwnDraftView }) {
  const { total, currency, price_until: until, draft_id: id, ends_at: ends } = draft
  return (
    <>
      {total !== null && until !== null ? (
        <Held total={money({ amount: total, currency })} until={until} />
      ) : (
        <p>{total === null ? m.orders_draft_price_first() : m.orders_draft_price_over()}</p>
      )}
      <p className="small text-ink-2">{m.orders_draft_safe()}</p>
      <ButtonLink to={`/mallOrder/create?draft=${id}`} className="w-full sm:w-auto sm:justify-self-start">
        {m.orders_draft_go_on()}
      </ButtonLink>
      <p className="small text-ink-2">
        {m.orders_draft_until()} <Moment at={ends} />
      </p>
    </>
  )
}

function Held({ total, until }: { total: string; until: string }) {
  const over = useTimeLeft(until) === 0
  if (over) return <p>{m.orders_draft_price_over()}</p>
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-4 rounded-panel bg-tile p-4">
      <div>
        <p className="text-2xl font-semibold whitespace-nowrap">{total}</p>
        <p className="small text-ink-2">
          {m.orders_draft_price_held()} · {m.orders_checkout_until()} <Clock at={until} seconds />
        </p>
      </div>
      <Countdown key={until} until={until} className="text-[28px] leading-none font-medium" />
    </div>
  )
}

const Ended = ({ draft: { order } }: { draft: OwnDraftView }) =>
  order ? (
    <ButtonLink to={`/user/order/components/OrderItem?order_id=${order.order_id}`} className="justify-self-start">
      {m.orders_draft_to_order({ number: order.number })}
    </ButtonLink>
  ) : (
    <>
      <p>{m.orders_draft_over_text()}</p>
      <ButtonLink to="/product/product" kind="ghost" className="justify-self-start">
        {m.cart_to_shop()}
      </ButtonLink>
    </>
  )
