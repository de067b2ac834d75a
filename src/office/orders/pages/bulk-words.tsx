/** Words of bulk actions. */
import * as m from '../../../locale/paraglide/messages.js'
import type { BulkAction, BulkResult } from '../../../orders/bulk/bulk-rules.ts'
import { Tag } from '../../../ui/states.tsx'

export const actionName: Record<BulkAction, () => string> = {
  prepare: m.office_orders_prepare,
  ready: m.office_orders_ready,
  complete: m.office_orders_complete,
  give_up: m.office_orders_bulk_give_up,
}

export const resultName: Record<BulkResult, () => string> = {
  waiting: m.office_orders_run_waiting,
  done: m.office_orders_run_done,
  asked: m.office_orders_run_asked,
  refused: m.office_orders_run_refused,
  left: m.office_orders_run_left,
}
const tones = { waiting: 'plain', done: 'up', asked: 'warn', refused: 'down', left: 'plain' } as const

export const ResultTag = ({ result }: { result: BulkResult }) => <Tag tone={tones[result]}>{resultName[result]()}</Tag>
