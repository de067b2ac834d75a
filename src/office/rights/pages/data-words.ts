/** What a member asks about their data, said to whoever decides it. */
import * as m from '../../../locale/paraglide/messages.js'
import type { RequestKind } from '../../../rights/request-rules.ts'

export const dataKindWords: Record<RequestKind, () => string> = {
  access: m.office_rights_kind_access,
  correction: m.office_rights_kind_correction,
  restriction: m.rights_kind_restriction,
  deletion: m.office_rights_kind_deletion,
}
