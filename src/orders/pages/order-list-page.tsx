/** /user/order/list: the member's orders by tab and search, or one of them in full with `?order_id=`. */
import { Form, Link, redirect, useNavigation } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get, saidByPage } from '../../ui/api-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { learnServerTime, momentOf } from '../../ui/clock.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import type { OrderDetailView, OrderPageView } from '../contract.ts'
import { type OrderTab, orderTabs } from '../core/order-rules.ts'
import type { OwnDraftsView } from '../drafts/draft-contract.ts'
import type { RefundStatusView } from '../refunds/refund-contract.ts'
import type { Route } from './+types/order-list-page'
import { OrderDetail } from './order-detail.tsx'
import { OrderItem } from './order-item.tsx'
import { nothingInTab, tabName } from './order-words.tsx'
import { WaitingDrafts } from './waiting-drafts.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

const tabs = Object.keys(orderTabs) as OrderTab[]

const tabOf = (text: string | null): OrderTab => tabs.find((name) => name === text) ?? 'all'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams
  const order_id = search.get('order_id')
  if (order_id) {
    const [order, money] = await Promise.all([
      dataOf(get<OrderDetailView>('/product/order_detail', { order_id }, saidByPage), saidByPage),
      dataOf(get<RefundStatusView>('/order/refund_status', { order_id }, saidByPage), saidByPage),
    ])
    learnServerTime(momentOf(order.server_time))
    return { order, money, list: null, drafts: [], q: '' }
  }
  const number = search.get('number')
  if (number) throw redirect(await placeOf(number))
  const tab = tabOf(search.get('tab'))
  const q = search.get('q')?.trim().slice(0, 60) ?? ''
  const page = /^[1-9]\d{0,3}$/.exec(search.get('page') ?? '')?.[0] ?? '1'
  const isFirst = tab === 'all' && q === '' && page === '1'
  const [list, { drafts }] = await Promise.all([
    dataOf(get<OrderPageView>('/product/order_list', { tab, q, page })),
    isFirst ? dataOf(get<OwnDraftsView>('/order/drafts')) : { drafts: [] },
  ])
  return { order: null, money: null, list, drafts, q }
}

/** A letter names an order by its number: where it stands, or what is found for what was asked. */
async function placeOf(number: string): Promise<string> {
  const q = number.trim().slice(0, 60)
  const { orders } = await dataOf(get<OrderPageView>('/product/order_list', { tab: 'all', q, page: '1' }))
  const found = orders.find((order) => order.number === q)
  return found ? `/user/order/list?order_id=${found.order_id}` : `/user/order/list?q=${encodeURIComponent(q)}`
}

export default function OrderListPage({ loaderData: { order, money, list, drafts, q } }: Route.ComponentProps) {
  if (order) return <OrderDetail key={order.order_id} order={order} money={money} />
  return list && <OrderList list={list} drafts={drafts} q={q} />
}

type ListProps = { list: OrderPageView; drafts: OwnDraftsView['drafts']; q: string }

function OrderList({ list, drafts, q }: ListProps) {
  const loading = useNavigation().state === 'loading'
  const pages = Math.ceil(list.total_count / list.page_size)
  return (
    <>
      <PageTitle>{m.orders_title()}</PageTitle>
      <h1 className="h1">{m.orders_title()}</h1>
      <WaitingDrafts drafts={drafts} />
      <Form role="search" className="relative mt-6 max-w-[520px]" key={q}>
        {list.tab !== 'all' && <input type="hidden" name="tab" value={list.tab} />}
        <button
          type="submit"
          className="absolute top-0 left-0 grid size-12 place-items-center text-ink-2"
          aria-label={m.orders_search_do()}
        >
          <Icon name="magnifying-glass" />
        </button>
        <input
          className="control pl-12"
          type="search"
          name="q"
          defaultValue={q}
          maxLength={60}
          aria-label={m.orders_search()}
          placeholder={m.orders_search()}
        />
      </Form>
      <nav
        className="-mx-(--pad) mt-5 flex gap-2 overflow-x-auto px-(--pad) py-1.5 [scrollbar-width:none]"
        aria-label={m.orders_tabs()}
      >
        {tabs.map((tab) => (
          <Link
            key={tab}
            to={addressOf({ tab, q, page: 1 })}
            className="chip"
            aria-current={tab === list.tab ? 'true' : undefined}
          >
            {tabName[tab]()}
            <span className={tab === list.tab ? '' : 'text-ink-3'}>{list.counts[tab] ?? 0}</span>
          </Link>
        ))}
      </nav>
      <div className={`mt-4 transition-opacity ${loading ? 'opacity-50' : ''}`} aria-busy={loading}>
        {list.orders.length === 0 ? (
          <Nothing q={q} tab={tabOf(list.tab)} />
        ) : (
          <ul className="border-t border-line">
            {list.orders.map((order) => (
              <li key={order.order_id}>
                <OrderItem order={order} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {pages > 1 && <Pages list={list} q={q} pages={pages} />}
    </>
  )
}

function addressOf({ tab, q, page }: { tab: string; q: string; page: number }): string {
  const search = new URLSearchParams({
    ...(tab !== 'all' && { tab }),
    ...(q && { q }),
    ...(page > 1 && { page: String(page) }),
  })
  return `/user/order/list${search.size ? `?${search}` : ''}`
}

const Nothing = ({ q, tab }: { q: string; tab: OrderTab }) =>
  q || tab !== 'all' ? (
    <EmptyState
      text={q ? m.orders_found_none({ q }) : nothingInTab[tab]()}
      action={
        <ButtonLink kind="ghost" to={q ? addressOf({ tab, q: '', page: 1 }) : '/user/order/list'}>
          {q ? m.orders_search_clear() : m.orders_see_all()}
        </ButtonLink>
      }
    />
  ) : (
    <EmptyState text={m.orders_none()} action={<ButtonLink to="/product/product">{m.cart_to_shop()}</ButtonLink>} />
  )

const Pages = ({ list: { tab, page }, q, pages }: { list: OrderPageView; q: string; pages: number }) => (
  <nav className="mt-6 flex items-center justify-between gap-4" aria-label={m.orders_pages()}>
    {page > 1 ? (
      <ButtonLink kind="ghost" size="s" to={addressOf({ tab, q, page: page - 1 })}>
        {m.orders_newer()}
      </ButtonLink>
    ) : (
      <span />
    )}
    <span className="small text-ink-2">{m.orders_page_of({ page, pages })}</span>
    {page < pages ? (
      <ButtonLink kind="ghost" size="s" to={addressOf({ tab, q, page: page + 1 })}>
        {m.orders_older()}
      </ButtonLink>
    ) : (
      <span />
    )}
  </nav>
)

export const HydrateFallback = () => (
  <div aria-busy="true">
    <Skeleton className="h-11 w-48" />
    <Skeleton className="mt-6 h-12 max-w-[520px]" />
    <Skeleton className="mt-6 h-8 max-w-[620px]" />
    {['first', 'second', 'third'].map((one) => (
      <div key={one} className="flex gap-5 border-b border-line py-6">
        <Skeleton className="size-18 shrink-0" />
        <div className="grid flex-1 content-start gap-2.5">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      </div>
    ))}
  </div>
)
