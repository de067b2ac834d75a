/** The roles as boxes, each with what it may in few words. */
import * as m from '../../../locale/paraglide/messages.js'
import { type Role, roles } from '../../../staff/permission-rules.ts'
import { Checkbox, FieldError } from '../../../ui/fields.tsx'
import { roleName } from '../../kit/pages/words.ts'

const does: Record<Role, () => string> = {
  owner: m.office_people_role_owner_does,
  desk: m.office_people_role_desk_does,
  fulfilment: m.office_people_role_fulfilment_does,
  support: m.office_people_role_support_does,
  content: m.office_people_role_content_does,
}

type Props = { chosen: readonly Role[]; onChange: (chosen: Role[]) => void; error?: string | undefined }

export const RoleBoxes = ({ chosen, onChange, error }: Props) => (
  <fieldset className="grid gap-1">
    <legend className="small mb-1 font-semibold">{m.office_people_roles()}</legend>
    {roles.map((role) => (
      <Checkbox
        key={role}
        checked={chosen.includes(role)}
        onChange={({ target }) =>
          onChange(roles.filter((one) => (one === role ? target.checked : chosen.includes(one))))
        }
        label={
          <>
            <span className="block font-semibold">{roleName(role)}</span>
            <span className="fine block text-ink-2">{does[role]()}</span>
          </>
        }
      />
    ))}
    {error && <FieldError>{error}</FieldError>}
  </fieldset>
)
