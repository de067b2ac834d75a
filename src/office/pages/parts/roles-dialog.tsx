/** Changes what somebody may, with the reason. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { PersonView } from '../../../staff/contract.ts'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError, TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from './office-client.ts'
import { RoleBoxes } from './role-boxes.tsx'

type Props = { person: PersonView; onChanged: () => void }

export function RolesDialog({ person, onChanged }: Props) {
  const [open, setOpen] = useState(false)
  const done = () => {
    setOpen(false)
    onChanged()
  }
  return (
    <>
      <Button kind="ghost" onClick={() => setOpen(true)}>
        {m.people_change_roles()}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.people_change_roles()} text={person.name}>
        <RolesForm person={person} onChanged={done} />
      </Dialog>
    </>
  )
}

function RolesForm({ person, onChanged }: Props) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [roles, setRoles] = useState(person.roles)
  const form = useForm(
    { reason: '' },
    { reason: (text) => (text.trim().length < 3 ? m.office_reason_error() : undefined) },
  )
  async function submit() {
    setRefusal(roles.length === 0 ? m.people_roles_error() : undefined)
    if (!form.check() || roles.length === 0) return
    setBusy(true)
    try {
      await officePost('/staff/changeRoles', { person_id: person.id, roles, ...form.values }, { quiet: true })
      toastDone(m.people_change_roles_done({ name: person.name }))
      onChanged()
    } catch (failure) {
      if (!form.takeErrors(failure)) setRefusal(failure instanceof ApiError ? failure.message : m.system_error())
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form form={form} onSubmit={submit}>
      <RoleBoxes chosen={roles} onChange={setRoles} />
      <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" busy={busy}>
        {m.people_change_roles_do()}
      </Button>
    </Form>
  )
}
