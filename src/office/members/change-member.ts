/** What the staff do to a member's account, each on record with its reason in the transaction of its effect. */
import { endMemberSessions } from '../../identity/end-sessions.ts'
import { freezeAccount, tellFrozen } from '../../identity/freeze-account.ts'
import { getContactData, getMember } from '../../identity/members-for-staff.ts'
import { tellMember } from '../../identity/tell-member.ts'
import { unfreezeAccount } from '../../identity/unfreeze-account.ts'
import type { Karat } from '../../karat.ts'
import { resumeRelation } from '../../kyc/end-relation.ts'
import type { Staff } from '../../staff/door.ts'
import { writeNote } from '../../staff/notes.ts'
import { recordAction } from '../../staff/record-action.ts'
import type { MemberVaultView } from '../../vault/adjustment-contract.ts'
import { describeVaultOf } from '../../vault/vault-for-staff.ts'
import type { ContactDataView } from './members-contract.ts'

export type OnMember = { memberId: string; reason: string }
const subjectOf = (memberId: string) => ({ kind: 'member', id: memberId })
const done = { done: true } as const

/** The member's contact data unmasked. Refuses not_found; invalid_input without a reason. */
export const revealMember = (karat: Karat, staff: Staff, { memberId, reason }: OnMember): Promise<ContactDataView> =>
  karat.db.transaction(async (tx) => {
    const data = await getContactData(tx, memberId)
    const details = { did: 'reveal' as const, what: 'contact' }
    await recordAction(tx, staff, { action: 'members.reveal', subject: subjectOf(memberId), reason, details })
    return data
  })

/** What the member has in the vault. Refuses not_found; invalid_input without a reason. */
export const revealVault = (karat: Karat, staff: Staff, { memberId, reason }: OnMember): Promise<MemberVaultView> =>
  karat.db.transaction(async (tx) => {
    await getMember(tx, memberId)
    const details = { did: 'reveal' as const, what: 'vault' }
    await recordAction(tx, staff, { action: 'members.reveal', subject: subjectOf(memberId), reason, details })
    return describeVaultOf(karat, tx, memberId)
  })

/** The account is frozen by staff, its sessions are over, and the member is told that staff alone open it. Refuses not_found. */
export const freezeMember = (karat: Karat, staff: Staff, { memberId, reason }: OnMember): Promise<typeof done> =>
  karat.db.transaction(async (tx) => {
    await getMember(tx, memberId)
    await recordAction(tx, staff, { action: 'members.freeze', subject: subjectOf(memberId), reason })
    await tellFrozen(tx, memberId, await freezeAccount(tx, { memberId, by: 'staff' }))
    return done
  })

/** The member can sign in again, is told so, and is one again whose documents are kept. Refuses not_found when the account is not frozen. */
export const unfreezeMember = (karat: Karat, staff: Staff, { memberId, reason }: OnMember): Promise<typeof done> =>
  karat.db.transaction(async (tx) => {
    await recordAction(tx, staff, { action: 'members.unfreeze', subject: subjectOf(memberId), reason })
    await unfreezeAccount(tx, memberId)
    await resumeRelation(tx, memberId)
    await tellMember(tx, memberId, { template: 'account_opened', values: {} })
    return done
  })

/** The member is signed out everywhere; every device has to show its second factor again. Refuses not_found. */
export const endSessionsOfMember = (karat: Karat, staff: Staff, { memberId, reason }: OnMember): Promise<typeof done> =>
  karat.db.transaction(async (tx) => {
    await getMember(tx, memberId)
    await recordAction(tx, staff, { action: 'members.end_sessions', subject: subjectOf(memberId), reason })
    await endMemberSessions(tx, { memberId, because: 'ended_by_staff' })
    return done
  })

/** Refuses not_found. */
export const noteOnMember = (
  karat: Karat,
  staff: Staff,
  { memberId, text }: { memberId: string; text: string },
): Promise<typeof done> =>
  karat.db.transaction(async (tx) => {
    await getMember(tx, memberId)
    await writeNote(tx, staff, { subject: subjectOf(memberId), text, action: 'members.note' })
    return done
  })
