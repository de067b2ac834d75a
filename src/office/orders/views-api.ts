/** Views of the list of orders that staff keep. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import * as shapes from '../../orders/views/view-contract.ts'
import { listViews, removeView, saveView } from '../../orders/views/views.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff } from '../../staff/door.ts'

const tags = ['office: orders']
const config = { access: 'staff', permission: 'orders.see' } as const

export function viewsApi(door: Door, karat: Karat): void {
  door.get(
    '/orders/views',
    { config, schema: { tags, summary: 'Kept views of the list: own and shared', response: { 200: shapes.Views } } },
    (request) => listViews(karat.db, requireStaff(request)),
  )
  door.post(
    '/orders/saveView',
    {
      config: { ...config, once: false },
      schema: {
        tags,
        summary: 'Keep filters, sort and columns under a name',
        body: shapes.SaveView,
        response: { 200: shapes.ViewSaved },
      },
    },
    (request) => saveView(karat, requireStaff(request), request.body),
  )
  door.post(
    '/orders/removeView',
    {
      config: { ...config, once: false },
      schema: { tags, summary: 'Remove a view of one’s own', body: shapes.ViewOf, response: { 200: Done } },
    },
    (request) => removeView(karat, requireStaff(request), request.body.view_id),
  )
}
