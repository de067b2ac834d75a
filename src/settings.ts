import { activities } from './settings/activities.ts'
import { agents } from './settings/agents.ts'
import { books } from './settings/books.ts'
import { business } from './settings/business.ts'
import { goldback } from './settings/goldback.ts'
import { members } from './settings/members.ts'
import { messages } from './settings/messages.ts'
import { office } from './settings/office.ts'
import { orders } from './settings/orders.ts'
import { payments } from './settings/payments.ts'
import { prices } from './settings/prices.ts'
import { referral } from './settings/referral.ts'
import { shop } from './settings/shop.ts'
import { vault } from './settings/vault.ts'
import { work } from './settings/work.ts'

/** Every number of the product that is not the seed's, by area, in one place. Times in seconds unless the name says otherwise. */
export const settings = {
  ...work,
  ...prices,
  ...shop,
  ...orders,
  ...payments,
  ...members,
  ...messages,
  ...office,
  ...vault,
  ...business,
  ...agents,
  ...goldback,
  ...referral,
  ...activities,
  ...books,
} as const

export type Settings = typeof settings
