/** What a notice says, and where what it is about is seen to. */
import * as m from '../../locale/paraglide/messages.js'
import type { Wording } from '../../staff/notices/mail-notices.ts'
import type { Saying } from '../../staff/notices/notice-rules.ts'
import { isPermission } from '../../staff/permission-rules.ts'
import type { Language } from '../../ui/language.ts'
import { permissionWords } from '../kit/pages/words.ts'
import { kindWords } from './pages/kind-words.ts'

type Said = { said: Saying; number: string }
type Place = { said: Saying; subjectId: string; number: string; store: string | null }
type Locale = { locale: Language }

const sentences: Record<Saying, (number: string, locale: Locale) => string> = {
  order_paid: (number, locale) => m.office_notices_order_paid({ number }, locale),
  approval_waits: (action, locale) =>
    m.office_notices_approval_waits(
      { what: isPermission(action) ? permissionWords[action]({}, locale) : action },
      locale,
    ),
  packing_late: (number, locale) => m.office_notices_packing_late({ number }, locale),
  review_late: (_, locale) => m.office_notices_review_late({}, locale),
  refund_late: (number, locale) => m.office_notices_refund_late({ number }, locale),
  goldback_late: (number, locale) => m.office_notices_goldback_late({ number }, locale),
  request_late: (_, locale) => m.office_notices_request_late({}, locale),
  complaint_late: (number, locale) => m.office_notices_complaint_late({ number }, locale),
  message_late: (number, locale) => m.office_notices_message_late({ number }, locale),
  price_quarantined: (_, locale) => m.office_notices_price_quarantined({}, locale),
  price_stale: (store, locale) => m.office_notices_price_stale({ store }, locale),
  stock_low: (code, locale) => m.office_notices_stock_low({ code }, locale),
  stock_many: (n, locale) => m.office_notices_stock_many({ n }, locale),
  backing_short: (store, locale) => m.office_notices_backing_short({ store }, locale),
  proof_late: (store, locale) => m.office_notices_proof_late({ store }, locale),
  float_high: (store, locale) => m.office_notices_float_high({ store }, locale),
}

const places: Record<Saying, (id: string, about: Pick<Place, 'number' | 'store'>) => string> = {
  order_paid: (id) => `/admin/order?id=${id}`,
  approval_waits: (id) => `/admin/approvals?state=waiting&open=${id}`,
  packing_late: (id) => `/admin/order?id=${id}`,
  review_late: (id) => {
    const [member, step] = id.split(' ')
    return `/admin/kyc/review?id=${member}&review=${step}`
  },
  refund_late: (id, { number }) => `/admin/refunds?q=${encodeURIComponent(number)}&open=${id}`,
  goldback_late: (id) => `/admin/goldback/case?id=${id}`,
  request_late: (id) => `/admin/rights?state=late&open=${id}`,
  complaint_late: (id) => `/admin/complaints/complaint?id=${id}`,
  message_late: (id, { number }) => `/admin/inbox?q=${encodeURIComponent(number)}&open=${id}`,
  price_quarantined: () => '/admin/prices',
  price_stale: () => '/admin/prices',
  stock_low: (_, { number }) => `/admin/catalogue?q=${encodeURIComponent(number)}`,
  stock_many: () => '/admin/catalogue?stock=low',
  backing_short: () => '/admin/vault',
  proof_late: () => '/home/proof',
  float_high: () => '/admin',
}

export const wordsOfNotice = ({ said, number }: Said, language: string): string =>
  sentences[said](number, { locale: language as Language })
export const placeOfNotice = ({ said, subjectId, ...about }: Place): string => places[said](subjectId, about)

export const letterWording: Wording = {
  one: wordsOfNotice,
  kind: (kind, language) => kindWords[kind]({}, { locale: language as Language }),
  more: (n, language) => m.office_notices_more({ n }, { locale: language as Language }),
}
