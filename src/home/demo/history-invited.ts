/** The customers of the demonstration's history, two of whom came by the link of another. */
import type { Tx } from '../../db/database.ts'
import { findDemoMember, seedCustomers } from '../../identity/seed-members.ts'
import { attributeSignUp } from '../../referral/attribute-sign-up.ts'
import { makeLink } from '../../referral/links.ts'

const invited = ['sri@karat.test', 'dimas@karat.test']

/** What they buy afterwards is rewarded as anybody's is: by the shop's own round. */
export async function addCustomers(tx: Tx): Promise<void> {
  const added = await seedCustomers(tx)
  const inviter = await findDemoMember(tx, 'ratna@karat.test')
  if (!inviter) return
  const { id, store } = inviter
  const invite = await makeLink(tx, { kind: 'member', subjectId: id, memberId: id, store })
  for (const email of invited) {
    const memberId = added.get(email)
    if (memberId) await attributeSignUp(tx, { memberId, store, invite, referral: undefined })
  }
}
