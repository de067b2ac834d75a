/** /user/gpg/history: the member's gold price guarantees and what they saved. */
import { Link, useNavigation } from 'react-router'
import { attributesLabel } from '../../catalogue/attribute-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Clock, Moment, Money, money } from '../../ui/figures.tsx'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState, Skeleton, Tag } from '../../ui/states.tsx'
import type { GuaranteeHistoryView, HeldView } from '../contract.ts'
import { type GuaranteeState, guaranteeStates } from '../core/order-rules.ts'
import type { Route } from './+types/guarantee-history-page'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

const filters = ['all', ...guaranteeStates] as const
type Filter = (typeof filters)[number]

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams
  const state = filters.find((name) => name === search.get('state')) ?? 'all'
  const page = /^[1-9]\d{0,3}$/.exec(search.get('page') ?? '')?.[0] ?? '1'
  return dataOf(get<GuaranteeHistoryView>('/product/gpg_history', { state, page }))
}

const names: Record<Filter, () => string> = {
  all: m.orders_gpg_all,
  open: m.orders_gpg_open,
  used: m.orders_gpg_used,
  expired: m.orders_gpg_expired,
  released: m.orders_gpg_released,
}
const tones: Record<GuaranteeState, 'nila' | 'up' | 'plain'> = {
  open: 'nila',
  used: 'up',
  expired: 'plain',
  released: 'plain',
}

function addressOf(state: string, page: number): string {
  const search = new URLSearchParams({ ...(state !== 'all' && { state }), ...(page > 1 && { page: String(page) }) })
  return `/user/gpg/history${search.size ? `?${search}` : ''}`
}

export default function GuaranteeHistoryPage({ loaderData: history }: Route.ComponentProps) {
  const loading = useNavigation().state === 'loading'
  const { state, page, page_size, total_count, guarantees, counts } = history
  const pages = Math.ceil(total_count / page_size)
  return (
    <>
      <PageTitle>{m.ui_gpg_title()}</PageTitle>
      <h1 className="h1">{m.ui_gpg_title()}</h1>
      <p className="mt-3 max-w-[60ch] text-ink-2">{m.orders_gpg_lead()}</p>
      <nav
        className="-mx-(--pad) mt-5 flex gap-2 overflow-x-auto px-(--pad) py-1.5 [scrollbar-width:none]"
        aria-label={m.orders_gpg_filters()}
      >
        {filters.map((name) => (
          <Link
            key={name}
            to={addressOf(name, 1)}
            className="chip"
            aria-current={name === state ? 'true' : undefined}
            preventScrollReset
          >
            {names[name]()}
            <span className={name === state ? '' : 'text-ink-3'}>{counts[name] ?? 0}</span>
          </Link>
        ))}
      </nav>
      <div className={`mt-4 transition-opacity ${loading ? 'opacity-50' : ''}`} aria-busy={loading}>
        {guarantees.length > 0 ? (
          <ul className="border-t border-line">
            {guarantees.map((held) => (
              <Held key={held.guarantee_id} held={held} />
            ))}
          </ul>
        ) : (
          <EmptyState
            text={state === 'all' ? m.orders_gpg_none() : m.orders_gpg_none_here()}
            action={
              <ButtonLink
                kind={state === 'all' ? 'primary' : 'ghost'}
                to={state === 'all' ? '/product/product' : addressOf('all', 1)}
              >
                {state === 'all' ? m.cart_to_shop() : m.orders_gpg_all()}
              </ButtonLink>
            }
          />
        )}
      </div>
      {pages > 1 && <Pages state={state} page={page} pages={pages} />}
    </>
  )
}

function Held({ held }: { held: HeldView }) {
  const { currency, state } = held
  return (
    <li className="grid gap-x-10 gap-y-4 border-b border-line py-6 md:grid-cols-[minmax(0,1fr)_minmax(0,300px)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Money amount={held.ask} currency={currency} className="fig-m" />
          <span className="small -ml-2 text-ink-2">{m.orders_per_gram()}</span>
          <Tag tone={tones[state]}>{names[state]()}</Tag>
          {state === 'open' && (
            <span className="small text-ink-2">
              <Countdown until={held.expires_at} className="font-semibold text-ink" /> {m.orders_gpg_left()}
            </span>
          )}
        </p>
        <p className="small mt-1 text-ink-2">
          <Moment at={held.created_at} /> – <Clock at={held.expires_at} />
        </p>
        <ul className="mt-4 grid gap-3">
          {held.lines.map((line) => (
            <li key={line.sku_id} className="grid grid-cols-[48px_minmax(0,1fr)] items-center gap-3">
              <span className="tile size-12 rounded-control">
                <img src={line.image} alt="" width="48" height="48" />
              </span>
              <span className="min-w-0">
                <span className="block">{line.name}</span>
                <span className="small block text-ink-2">
                  {attributesLabel(line.attributes, language())} · {line.quantity} ×{' '}
                  <Money amount={line.unit_price} currency={currency} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <Compared held={held} />
    </li>
  )
}

/** Held against the price at its end, in figures and in a sentence. */
function Compared({ held }: { held: HeldView }) {
  const { currency, at_end, order } = held
  return (
    <div className="grid content-start gap-3">
      <dl className="kv small">
        <dt>{m.orders_gpg_total()}</dt>
        <dd>
          <Money amount={held.held_total} currency={currency} />
        </dd>
        {at_end && (
          <>
            <dt>{m.orders_gpg_at_end()}</dt>
            <dd>
              <Money amount={at_end.total} currency={currency} />
            </dd>
          </>
        )}
      </dl>
      <p className={`small ${at_end && !at_end.saved.startsWith('-') ? '' : 'text-ink-2'}`}>{sentenceOf(held)}</p>
      {order && (
        <Link to={`/user/order/list?order_id=${order.order_id}`} className="link small min-h-11">
          {m.orders_gpg_order({ number: order.number })}
        </Link>
      )}
    </div>
  )
}

function sentenceOf({ at_end, is_over, state, currency }: HeldView): string {
  if (!is_over) return m.orders_gpg_not_over()
  if (!at_end) return m.orders_gpg_unknown()
  const amount = money({ amount: at_end.saved.replace(/^-/, ''), currency })
  if (/^-?[0.]+$/.test(at_end.saved)) return m.orders_gpg_same()
  if (at_end.saved.startsWith('-')) return m.orders_gpg_cost({ amount })
  return state === 'used' ? m.orders_gpg_saved({ amount }) : m.orders_gpg_would_save({ amount })
}

const Pages = ({ state, page, pages }: { state: string; page: number; pages: number }) => (
  <nav className="mt-6 flex items-center justify-between gap-4" aria-label={m.orders_gpg_pages()}>
    {page > 1 ? (
      <ButtonLink kind="ghost" size="s" to={addressOf(state, page - 1)}>
        {m.orders_newer()}
      </ButtonLink>
    ) : (
      <span />
    )}
    <span className="small text-ink-2">{m.orders_page_of({ page, pages })}</span>
    {page < pages ? (
      <ButtonLink kind="ghost" size="s" to={addressOf(state, page + 1)}>
        {m.orders_older()}
      </ButtonLink>
    ) : (
      <span />
    )}
  </nav>
)

export const HydrateFallback = () => (
  <div aria-busy="true">
    <Skeleton className="h-11 w-72" />
    <Skeleton className="mt-6 h-8 max-w-[420px]" />
    <Skeleton className="mt-6 h-36" />
    <Skeleton className="mt-4 h-36" />
  </div>
)
