/** What messages are about, in words. */
import * as m from '../../locale/paraglide/messages.js'
import type { messageTopics } from '../community-rules.ts'

export const topicWords: Record<(typeof messageTopics)[number], () => string> = {
  order: m.community_contact_topic_order,
  price: m.community_contact_topic_price,
  delivery: m.community_contact_topic_delivery,
  refund: m.community_contact_topic_refund,
  account: m.community_contact_topic_account,
  partner: m.community_contact_topic_partner,
  other: m.community_contact_topic_other,
}
