import * as m from '../../../locale/paraglide/messages.js'
import type { NoticeKind } from '../../../staff/notices/notice-rules.ts'

export const kindWords: Record<NoticeKind, typeof m.office_notices_kind_order> = {
  order: m.office_notices_kind_order,
  approval: m.office_notices_kind_approval,
  late: m.office_notices_kind_late,
  feed: m.office_notices_kind_feed,
  stock: m.office_notices_kind_stock,
  breach: m.office_notices_kind_breach,
}
