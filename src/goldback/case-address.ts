/** Where a case is collected, sealed with it, and destroyed some time after it is over. */
import { PAGE, type SealedKind } from '../credentials/seal-anew.ts'
import { type Queryable, sql } from '../db/database.ts'
import { endOld } from '../db/in-steps.ts'
import type { AddressSnapshot } from '../delivery/address-queries.ts'
import type { Bag } from '../karat.ts'
import { settings } from '../settings.ts'

export type CaseAddress = Pick<AddressSnapshot, 'recipient' | 'mobile' | 'street' | 'area' | 'postalCode'>
type Owner = { memberId: string; caseId: string }
type Sealing = Pick<Bag<'goldback'>, 'sealing'>

const aboutAddress = (memberId: string, caseId: string) => `goldback address ${memberId} ${caseId}`

export function sealAddress({ sealing }: Sealing, { memberId, caseId }: Owner, address: AddressSnapshot): Buffer {
  const { recipient, mobile, street, area, postalCode } = address
  const content = JSON.stringify({ recipient, mobile, street, area, postalCode } satisfies CaseAddress)
  return sealing.seal(Buffer.from(content), aboutAddress(memberId, caseId))
}

export const openAddress = ({ sealing }: Sealing, { memberId, caseId }: Owner, sealed: Buffer): CaseAddress =>
  JSON.parse(sealing.open(sealed, aboutAddress(memberId, caseId)).toString())

/** Street, regions and post code in one line. */
export const addressLine = ({ street, area, postalCode }: CaseAddress): string => `${street}, ${area} ${postalCode}`

export const addressesSealed: SealedKind = {
  read: (after) => sql`select id, member_id as owner, address_sealed as sealed from goldback.cases
    where id > ${after} and address_sealed is not null order by id limit ${PAGE}`,
  write: ({ id, sealed }, anew) =>
    sql`update goldback.cases set address_sealed = ${anew} where id = ${id} and address_sealed = ${sealed}`,
  about: ({ id, owner }) => aboutAddress(owner, id),
}

/** A member who leaves takes the addresses of their cases with them; none of their cases goes on then. */
export const forgetCaseAddresses = (db: Queryable, memberId: string): Promise<number> =>
  db.run(sql`
    update goldback.cases set address_sealed = null
    where member_id = ${memberId} and ended_at is not null and address_sealed is not null`)

/** Addresses of cases that have been over for long enough are destroyed; how many. */
export const destroyAddresses = (db: Queryable): Promise<number> =>
  endOld(db, {
    from: sql`goldback.cases`,
    old: sql`address_sealed is not null and ended_at < now() - make_interval(days => ${settings.goldback.addressDays}::int)`,
    end: sql`update goldback.cases set address_sealed = null`,
  })
