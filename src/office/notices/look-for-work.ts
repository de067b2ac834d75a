/** What the house is told of because it waits: by what each area counts as waiting, asked round after round. */
import { listFewLeft } from '../../catalogue/office-queries.ts'
import { listOldMessages } from '../../community/office-queries.ts'
import { listLateComplaints } from '../../complaints/office-queries.ts'
import { goThrough } from '../../db/in-steps.ts'
import { listOldCases } from '../../goldback/office-queries.ts'
import type { Karat } from '../../karat.ts'
import { listOldReviews } from '../../kyc/office-queries.ts'
import { listLateToPack, listOldRefundRequests, listPaidOrders } from '../../orders/core/figures-for-staff.ts'
import { readNotSelling } from '../../pricing/require-selling.ts'
import { listLateRequests } from '../../rights/office-queries.ts'
import { tellOfWaiting, type Waiting } from '../../staff/notices/tell-of-waiting.ts'

type Seen = Pick<Karat, 'db' | 'stores' | 'settings' | 'prices' | 'market' | 'now'>
type Watch = (karat: Seen) => Promise<Waiting[]>

const atOnce = { order_paid: ({ db }) => listPaidOrders(db), price_stale: staleStores } as const satisfies Record<
  string,
  Watch
>

const hours = ({ settings }: Seen) => settings.staff.lateHours
const later = {
  stock_low: ({ db }) => listFewLeft(db),
  packing_late: async ({ db, stores }) =>
    (await Promise.all([...stores.values()].map((store) => listLateToPack(db, store)))).flat(),
  review_late: (karat) => listOldReviews(karat.db, hours(karat).review),
  refund_late: (karat) => listOldRefundRequests(karat.db, hours(karat).refund),
  goldback_late: (karat) => listOldCases(karat.db, hours(karat).goldback),
  request_late: ({ db }) => listLateRequests(db),
  complaint_late: ({ db }) => listLateComplaints(db),
  message_late: (karat) => listOldMessages(karat.db, hours(karat).message),
} as const satisfies Record<string, Watch>

/** Stores whose price is too old by what this instance knows, and by what the database holds. */
async function staleStores(karat: Seen): Promise<Waiting[]> {
  const stale: Waiting[] = []
  for (const { code, name, currency } of karat.stores.values()) {
    if (!karat.prices.known(code, currency)) continue
    const price = karat.prices.of(code, currency)
    if (price.state === 'stale' && (await readNotSelling(karat.db, karat, price)) === 'stale')
      stale.push({ id: code, number: name, store: code, since: null })
  }
  return stale
}

const lookAll = (karat: Seen, watches: Record<string, Watch>) =>
  goThrough(Object.entries(watches), ([said, find]) =>
    tellOfWaiting(karat.db, said as keyof typeof atOnce | keyof typeof later, () => find(karat)),
  )

/** New orders, and a feed that says nothing: every few seconds. How many things the staff were told of. */
export const lookAtOnce = (karat: Seen): Promise<number> => lookAll(karat, atOnce)
/** What has waited too long, and stock: every minute. */
export const lookLater = (karat: Seen): Promise<number> => lookAll(karat, later)
