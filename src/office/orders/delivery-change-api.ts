/** Where a paid order goes instead. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import * as shapes from '../../orders/core/office-contract.ts'
import { changeDelivery } from '../../orders/delivery/change-delivery.ts'
import { readPlaces } from '../../orders/delivery/delivery-change-queries.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'

const tags = ['office: orders']

export function deliveryChangeApi(door: Door, karat: Karat): void {
  door.get(
    '/orders/places',
    {
      config: { access: 'staff', permission: 'orders.change_delivery' },
      schema: {
        tags,
        summary: 'Where a paid order may go instead',
        querystring: shapes.OfficeOrderOf,
        response: { 200: shapes.DeliveryPlaces },
      },
    },
    ({ query }) => readPlaces(karat, query.order_id),
  )
  door.post(
    '/orders/changeDelivery',
    {
      config: { access: 'staff', permission: 'orders.change_delivery', once: true },
      schema: {
        tags,
        summary: 'Send a paid order elsewhere, until it leaves the house',
        body: shapes.ChangeDelivery,
        response: { 200: Done },
      },
    },
    (request) => {
      const { order_id: orderId, ...wish } = request.body
      return changeDelivery(karat, requireStaff(request), { orderId, ...wish }, staffOnce(request))
    },
  )
}
