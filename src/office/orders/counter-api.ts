/** Money of unpaid orders that staff take at the counter. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import * as shapes from '../../orders/core/office-contract.ts'
import { takePayment } from '../../orders/counter/take-payment.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'

const tags = ['office: orders']

export function counterApi(door: Door, karat: Karat): void {
  door.post(
    '/orders/counterPayment',
    {
      config: { access: 'staff', permission: 'orders.counter_payment', once: true },
      schema: {
        tags,
        summary: 'An unpaid order was paid at the counter, or ask for the second person that it takes',
        body: shapes.CounterPayment,
        response: { 200: shapes.GivenUp },
      },
    },
    (request) => {
      const { order_id: orderId, terminal, slip: number, ...wish } = request.body
      const slip = terminal && number ? { terminal, number } : null
      return takePayment(karat, requireStaff(request), { orderId, ...wish, slip }, staffOnce(request))
    },
  )
}
