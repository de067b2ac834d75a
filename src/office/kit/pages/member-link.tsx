import * as m from '../../../locale/paraglide/messages.js'
import { ButtonLink } from '../../../ui/button.tsx'
import { useMay } from './use-office.ts'

/** To the member's page, for who may see it. */
export function MemberLink({ id }: { id: string }) {
  const may = useMay()
  if (!may('members.see')) return null
  return (
    <ButtonLink kind="ghost" size="s" to={`/admin/member?id=${id}`}>
      {m.office_to_member()}
    </ButtonLink>
  )
}
