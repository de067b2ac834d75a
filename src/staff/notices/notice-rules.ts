/** What the staff are told of, who may know it, and how each is told who has chosen nothing. Pure. */
import type { Permission } from '../permission-rules.ts'

export const noticeKinds = ['order', 'approval', 'late', 'feed', 'stock', 'breach'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Everything that is said, by what it is; the permission of an approval is that of its action. */
export const sayings = {
  order_paid: { kind: 'order', permission: 'orders.prepare' },
  approval_waits: { kind: 'approval', permission: null },
  packing_late: { kind: 'late', permission: 'orders.prepare' },
  review_late: { kind: 'late', permission: 'kyc.decide' },
  refund_late: { kind: 'late', permission: 'refunds.grant' },
  goldback_late: { kind: 'late', permission: 'goldback.see' },
  request_late: { kind: 'late', permission: 'rights.decide' },
  complaint_late: { kind: 'late', permission: 'complaints.answer' },
  message_late: { kind: 'late', permission: 'inbox.answer' },
  price_quarantined: { kind: 'feed', permission: 'prices.accept' },
  price_stale: { kind: 'feed', permission: 'prices.see' },
  stock_low: { kind: 'stock', permission: 'stock.receive' },
  stock_many: { kind: 'stock', permission: 'stock.receive' },
  backing_short: { kind: 'breach', permission: 'vault.see' },
  proof_late: { kind: 'breach', permission: 'vault.see' },
  float_high: { kind: 'breach', permission: 'vault.see' },
} as const satisfies Record<string, { kind: NoticeKind; permission: Permission | null }>
export type Saying = keyof typeof sayings

type Choice = { in_office: boolean; by_mail: boolean }
/** A new order and a stock that runs low wait in the office; what somebody waits for, or what stops sales, is written as well. */
export const usualChoice: Record<NoticeKind, Choice> = {
  order: { in_office: true, by_mail: false },
  approval: { in_office: true, by_mail: true },
  late: { in_office: true, by_mail: true },
  feed: { in_office: true, by_mail: true },
  stock: { in_office: true, by_mail: false },
  breach: { in_office: true, by_mail: true },
}

/** A breach is told one way or the other, whatever a person would rather have. */
export const mayChoose = (kind: NoticeKind, { in_office, by_mail }: Choice): boolean =>
  kind !== 'breach' || in_office || by_mail
