/** What whoever comes by a link may know of it. */
import type { Queryable } from '../db/database.ts'
import { namesOf } from '../identity/find-recipient.ts'
import { maskName } from '../identity/masking-rules.ts'
import { openAmong } from '../identity/member-name-queries.ts'
import { fieldOf, type LinkKind } from './link-code-rules.ts'
import { linkOf } from './links.ts'

export type Landing = { code: string; kind: LinkKind; field: 'invite' | 'referral'; store: string; name: string }

/** The link that the fields of an address name, its owner masked; null where they name none that still counts. */
export async function readLanding(
  db: Queryable,
  codes: { invite: string | null; referral: string | null },
): Promise<Landing | null> {
  for (const field of ['invite', 'referral'] as const) {
    const link = codes[field] === null ? undefined : await linkOf(db, codes[field])
    if (!link || fieldOf(link.kind) !== field) continue
    const [open, names] = await Promise.all([openAmong(db, [link.memberId]), namesOf(db, [link.memberId])])
    if (!open.has(link.memberId)) continue
    const { code, kind, store } = link
    return { code, kind, field, store, name: maskName(names.get(link.memberId) ?? '') }
  }
  return null
}
