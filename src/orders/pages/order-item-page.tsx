/** /user/order/components/OrderItem: one order as the list shows it, by `?order_id=`, else the latest. */
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get, saidByPage } from '../../ui/api-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import type { OrderDetailView, OrderPageView, OrderSummaryView } from '../contract.ts'
import type { Route } from './+types/order-item-page'
import { OrderItem } from './order-item.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<OrderSummaryView | null> {
  const order_id = new URL(request.url).searchParams.get('order_id')
  if (order_id)
    return summaryOf(await dataOf(get<OrderDetailView>('/product/order_detail', { order_id }, saidByPage), saidByPage))
  const { orders } = await dataOf(get<OrderPageView>('/product/order_list', { page_size: 1 }))
  return orders[0] ?? null
}

const summaryOf = ({ lines, delivery, ...order }: OrderDetailView): OrderSummaryView => ({
  order_id: order.order_id,
  number: order.number,
  state: order.state,
  refund_state: order.refund_state,
  paid_back: order.paid_back,
  currency: order.currency,
  total: order.total,
  pieces: lines.reduce((sum, line) => sum + line.quantity, 0),
  lines: lines.map(({ sku_id, name, image, attributes, quantity }) => ({
    ...{ sku_id, name, image, attributes, quantity },
  })),
  delivery: { mode: delivery.mode, place: delivery.mode === 'pickup' ? delivery.name : delivery.recipient },
  created_at: order.created_at,
  expires_at: order.expires_at,
})

export default function OrderItemPage({ loaderData: order }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{order ? m.orders_of({ number: order.number }) : m.orders_item_title()}</PageTitle>
      <h1 className="h1 mb-6">{order ? m.orders_of({ number: order.number }) : m.orders_item_title()}</h1>
      {order ? (
        <div className="border-t border-line">
          <OrderItem order={order} />
          <ButtonLink kind="quiet" className="mt-4 -ml-3" to="/user/order/list">
            {m.orders_see_all()}
          </ButtonLink>
        </div>
      ) : (
        <EmptyState text={m.orders_none()} action={<ButtonLink to="/product/product">{m.cart_to_shop()}</ButtonLink>} />
      )}
    </>
  )
}

export const HydrateFallback = () => (
  <div aria-busy="true">
    <Skeleton className="h-11 w-72" />
    <Skeleton className="mt-6 h-32" />
  </div>
)
