import * as m from '../../../locale/paraglide/messages.js'
import type { Purpose } from '../../../payments/settler.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { MemberLink } from './member-link.tsx'

/** To what money came for, where that has a page, and to whose it was. */
export const ToSubject = ({
  purpose,
  subject_id,
  member_id,
}: {
  purpose: Purpose
  subject_id: string
  member_id: string
}) => (
  <div className="flex flex-wrap gap-2">
    {purpose === 'order' && (
      <ButtonLink kind="ghost" size="s" to={`/admin/order?id=${subject_id}`}>
        {m.office_to_order()}
      </ButtonLink>
    )}
    <MemberLink id={member_id} />
  </div>
)
