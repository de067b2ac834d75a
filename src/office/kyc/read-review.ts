/** One review with everything that helps to decide it. Looking at it is an action of its own in the audit log. */
import { findRegionNames, listAddresses } from '../../delivery/address-queries.ts'
import { getMember } from '../../identity/members-for-staff.ts'
import type { Karat } from '../../karat.ts'
import type { Step } from '../../kyc/level-rules.ts'
import type { OfficeReviewView } from '../../kyc/office-contract.ts'
import { readDossier } from '../../kyc/read-dossier.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'

/** Refuses not_found for a member that there is not; permission_missing. */
export async function readReview(
  karat: Karat,
  staff: Staff,
  { memberId, kind }: { memberId: string; kind: Step },
): Promise<OfficeReviewView> {
  const { member, dossier } = await karat.db.transaction(async (tx) => {
    const member = await getMember(tx, memberId)
    await recordAction(tx, staff, {
      ...{ action: 'kyc.see', subject: { kind: 'member', id: memberId }, store: member.store },
      details: { did: 'look', kind },
    })
    return { member, dossier: await readDossier(tx, karat.sealing, memberId) }
  })
  const { states, seen, number, ...facts } = dossier
  if (facts.lost.length > 0)
    karat.log.error({ event: 'sealed_unreadable', member: memberId, lost: facts.lost }, 'numbers that no key opens')
  const [addresses, region] = await Promise.all([
    listAddresses(karat.db, memberId, member.store),
    number && regionOf(karat, number.region),
  ])
  const state = states[kind]
  return {
    ...facts,
    member_id: memberId,
    account_name: member.name,
    store: member.store,
    state_of_account: member.state,
    member_since: member.member_since,
    kind,
    state: state.state,
    since: state.since,
    seen: seen[kind],
    reviews: (Object.keys(states) as Step[]).map((one) => ({ kind: one, state: states[one].state })),
    number_says: number && { birth: number.birth, sex: number.sex, region: region ?? null },
    addresses: addresses.map(({ recipient, street, area, postalCode }) =>
      [recipient, street, area, postalCode].filter(Boolean).join(', '),
    ),
    opens_freely: Object.values(states).some((one) => one.state === 'submitted'),
  }
}

/** District, regency and province of a card by the first six digits of its number, as far as today's list knows them. */
async function regionOf({ db }: Karat, digits: string | null): Promise<string | null> {
  if (!digits) return null
  const codes = [2, 4, 6].map((length) => (digits.slice(0, length).match(/../g) ?? []).join('.'))
  const names = await findRegionNames(db, 'ID', codes)
  return (
    codes
      .toReversed()
      .flatMap((code) => names.get(code) ?? [])
      .join(', ') || null
  )
}
