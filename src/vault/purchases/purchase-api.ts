/** The calls about purchases that are paid from outside. */
import { type Door, onceOf } from '../../http/door.ts'
import type { Bag } from '../../karat.ts'
import { holderOf, onceWithPin } from '../holder-of.ts'
import { cancelPurchase } from './end-purchase.ts'
import { openPurchase, payPurchase } from './open-purchase.ts'
import * as shapes from './purchase-contract.ts'
import { purchaseInfo } from './purchase-queries.ts'

const tags = ['trade']
const response = { 200: shapes.PurchaseInfo }

export function purchaseApi(door: Door, karat: Bag<'vault'>): void {
  door.post(
    '/trade/purchase_outside',
    {
      config: { access: 'member', rate: 'pin' },
      schema: {
        tags,
        summary: 'Buy the grams of a quote with money from outside: where it is paid. An open one is over',
        body: shapes.PurchaseOutside,
        response,
      },
    },
    async (request) => {
      const holder = holderOf(request)
      const { quote_id: quoteId, pin, method, bank = null, agreement_version: agreement } = request.body
      const confirmed = { quoteId, pin, choice: { method, bank }, agreement }
      const id = await openPurchase(karat, holder, confirmed, onceWithPin(request))
      return purchaseInfo(karat, holder, id)
    },
  )
  door.post(
    '/trade/purchase_info',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'How a purchase that is paid from outside stands; polled by its page',
        body: shapes.PurchaseOf,
        response,
      },
    },
    (request) => purchaseInfo(karat, holderOf(request), request.body.purchase_id),
  )
  door.post(
    '/trade/purchase_pay',
    {
      config: { access: 'member', rate: 'money' },
      schema: {
        tags,
        summary: 'Pay an open purchase again, or by another method, at the same price',
        body: shapes.PurchasePaidBy,
        response,
      },
    },
    async (request) => {
      const holder = holderOf(request)
      const { purchase_id: id, method, bank = null } = request.body
      await payPurchase(karat, holder, { id, choice: { method, bank } }, onceOf(request, holder.memberId))
      return purchaseInfo(karat, holder, id)
    },
  )
  door.post(
    '/trade/purchase_cancel',
    {
      config: { access: 'member', rate: 'money' },
      schema: {
        tags,
        summary: 'Give up a purchase that waits for its money',
        body: shapes.PurchaseOf,
        response,
      },
    },
    async (request) => {
      const holder = holderOf(request)
      const { purchase_id: id } = request.body
      await cancelPurchase(karat.db, holder, id, onceOf(request, holder.memberId))
      return purchaseInfo(karat, holder, id)
    },
  )
}
