/** What messages are about, in words. */
import * as m from '../../locale/paraglide/messages.js'
import type { messageTopics } from '../community-rules.ts'

export const topicWords: Record<(typeof messageTopics)[number], () => string> = {
  order: m.contact_topic_order,
  price: m.contact_topic_price,
  delivery: m.contact_topic_delivery,
  refund: m.contact_topic_refund,
  account: m.contact_topic_account,
  partner: m.contact_topic_partner,
  other: m.contact_topic_other,
}
