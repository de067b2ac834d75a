import * as m from '../../../locale/paraglide/messages.js'
import type { Purpose } from '../../../payments/settler.ts'

/** What money came for. */
export const purposeWords: Record<Purpose, () => string> = {
  order: m.office_paid_for_order,
  deposit: m.office_paid_for_deposit,
  purchase: m.office_paid_for_purchase,
}
