/** Changes what somebody may, with the reason. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { PersonView, StaffChangedView } from '../../../staff/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError, TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { RoleBoxes } from './role-boxes.tsx'

type Props = { person: PersonView; onChanged: () => Promise<void> }

export function RolesDialog({ person, onChanged }: Props) {
  const [open, setOpen] = useState(false)
  const done = async () => {
    await onChanged()
    setOpen(false)
  }
  return (
    <>
      <Button kind="ghost" onClick={() => setOpen(true)}>
        {m.office_people_change_roles()}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.office_people_change_roles()} text={person.name}>
        <RolesForm person={person} onChanged={done} />
      </Dialog>
    </>
  )
}

function RolesForm({ person, onChanged }: Props) {
  const [roles, setRoles] = useState(person.roles)
  const [missing, setMissing] = useState<string>()
  const form = useForm({ reason: '' }, { reason: reasonError })
  const check = () => {
    setMissing(roles.length === 0 ? m.office_people_roles_error() : undefined)
    return form.check() && roles.length > 0
  }
  const { busy, refusal, submit } = useOfficeForm({ ...form, check })
  async function change() {
    const body = { person_id: person.id, roles, ...form.values }
    const { done } = await officePost<StaffChangedView>('/staff/changeRoles', body, { quiet: true })
    toastDone(done ? m.office_people_change_roles_done({ name: person.name }) : m.office_people_owner_out_done())
    await onChanged()
  }
  return (
    <Form form={form} onSubmit={() => submit(change)}>
      <RoleBoxes chosen={roles} onChange={setRoles} error={missing} />
      <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" busy={busy}>
        {m.office_people_change_roles_do()}
      </Button>
    </Form>
  )
}
