/** Price windows: looked at before, asked for, and followed to their end. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { proposeWindow } from '../../orders/price-windows/close-window.ts'
import { leaveLine, payDifference } from '../../orders/price-windows/end-line.ts'
import * as shapes from '../../orders/price-windows/window-contract.ts'
import { describePreview, listWindowSales, listWindows } from '../../orders/price-windows/window-queries.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'

const tags = ['office: price windows']
const sees = { access: 'staff', permission: 'prices.see' } as const
const closes = { access: 'staff', permission: 'prices.window' } as const
const boundsOf = ({ store, from, to }: { store: string; from: string; to: string }) => ({
  ...{ store, from: new Date(from), to: new Date(to) },
})

export function windowsApi(door: Door, karat: Karat): void {
  door.get(
    '/windows/list',
    {
      config: sees,
      schema: {
        tags,
        summary: 'Every price window, with how far it is',
        querystring: shapes.WindowsQuery,
        response: { 200: shapes.WindowsPage },
      },
    },
    ({ query }) => listWindows(karat.db, query),
  )
  door.get(
    '/windows/sales',
    {
      config: sees,
      schema: {
        tags,
        summary: 'The sales of a window, each with what became of it',
        querystring: shapes.WindowSalesQuery,
        response: { 200: shapes.WindowSalesPage },
      },
    },
    ({ query }) => listWindowSales(karat, query.window_id, query),
  )
  door.post(
    '/windows/preview',
    {
      config: closes,
      schema: {
        tags,
        summary: 'What a window would do now, and to which sales',
        body: shapes.WindowOf,
        response: { 200: shapes.WindowPreview },
      },
    },
    ({ body }) => describePreview(karat, boundsOf(body)),
  )
  door.post(
    '/windows/propose',
    {
      config: closes,
      schema: {
        tags,
        summary: 'Ask for the second person that a window takes',
        body: shapes.ProposeWindow,
        response: { 200: shapes.WindowProposed },
      },
    },
    (request) => {
      const wish = { ...boundsOf(request.body), reason: request.body.reason }
      return proposeWindow(karat, requireStaff(request), wish, staffOnce(request))
    },
  )
  lines(door, karat)
}

function lines(door: Door, karat: Karat) {
  door.post(
    '/windows/leave',
    {
      config: { access: 'staff', permission: 'prices.leave' },
      schema: {
        tags,
        summary: 'End a listed line: its sale stays as it is',
        body: shapes.LeaveLine,
        response: { 200: shapes.LineLeft },
      },
    },
    (request) => leaveLine(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/windows/payDifference',
    {
      config: { access: 'staff', permission: 'prices.difference', once: true },
      schema: {
        tags,
        summary: 'Pay what a cancellation gave too little, or ask for the second person that it takes',
        body: shapes.PayDifference,
        response: { 200: shapes.DifferencePaid },
      },
    },
    (request) => {
      const { order_id: orderId, reason } = request.body
      return payDifference(karat, requireStaff(request), { orderId, reason }, staffOnce(request))
    },
  )
}
