/** The customers of the demonstration's history: two came by the link of a friend, two by that of the same member as an agent. */
import type { Tx } from '../../db/database.ts'
import { findDemoMember, seedCustomers } from '../../identity/seed-members.ts'
import { attributeSignUp } from '../../referral/attribute-sign-up.ts'
import { makeLink } from '../../referral/links.ts'

const invited = ['sri@karat.test', 'dimas@karat.test']
const clients = ['yoga@karat.test', 'kartika@karat.test']

/** What they buy afterwards is rewarded as anybody's is: by the shop's own rounds. */
export async function addCustomers(tx: Tx): Promise<void> {
  const added = await seedCustomers(tx)
  const inviter = await findDemoMember(tx, 'ratna@karat.test')
  if (!inviter) return
  const { id, store } = inviter
  const invite = await makeLink(tx, { kind: 'member', subjectId: id, memberId: id, store })
  const referral = await makeLink(tx, { kind: 'agent', subjectId: id, memberId: id, store })
  for (const email of [...invited, ...clients]) {
    const memberId = added.get(email)
    const by = clients.includes(email) ? { invite: undefined, referral } : { invite, referral: undefined }
    if (memberId) await attributeSignUp(tx, { memberId, store, ...by })
  }
}
