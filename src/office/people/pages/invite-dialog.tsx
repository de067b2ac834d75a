/** Invites somebody: name, address, roles; then says that the link was sent, or that another owner confirms it. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { InvitationSentView } from '../../../staff/contract.ts'
import type { Role } from '../../../staff/permission-rules.ts'
import type { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { RoleBoxes } from './role-boxes.tsx'

type Invited = InvitationSentView & { email: string }

export function InviteDialog({ onInvited }: { onInvited: () => Promise<void> }) {
  const [open, setOpen] = useState(false)
  const [invited, setInvited] = useState<Invited | null>(null)
  const close = () => {
    setOpen(false)
    setInvited(null)
  }
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        <Icon name="plus" size="s" />
        {m.office_people_invite()}
      </Button>
      <Dialog open={open} onClose={close} title={m.office_people_invite()}>
        {invited ? (
          <p role="status">
            {invited.sent ? m.office_people_invite_sent({ email: invited.email }) : m.office_people_invite_asked()}
          </p>
        ) : (
          <InviteForm
            onInvited={(made) => {
              setInvited(made)
              return onInvited()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function InviteForm({ onInvited }: { onInvited: (invited: Invited) => Promise<void> }) {
  const [roles, setRoles] = useState<Role[]>([])
  const [missing, setMissing] = useState<string>()
  const form = useForm(
    { name: '', email: '' },
    {
      name: (text) => (text.trim() ? undefined : m.office_people_name_error()),
      email: (text) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : m.office_people_staff_email_error()),
    },
  )
  const check = () => {
    setMissing(roles.length === 0 ? m.office_people_roles_error() : undefined)
    return form.check() && roles.length > 0
  }
  const isTaken = (failure: ApiError) => {
    if (failure.error !== 'staff_exists') return false
    form.refuse('email', failure.message)
    return true
  }
  const { busy, refusal, submit } = useOfficeForm({ ...form, check }, isTaken)
  const invite = async () => {
    const { name, email } = form.values
    await onInvited({
      email,
      ...(await officePost<InvitationSentView>('/staff/invite', { name, email, roles }, { quiet: true })),
    })
  }
  return (
    <Form form={form} onSubmit={() => submit(invite)}>
      <TextField label={m.office_people_name()} autoComplete="off" maxLength={80} {...form.text('name')} />
      <TextField
        label={m.office_staff_email()}
        type="email"
        autoComplete="off"
        maxLength={254}
        {...form.text('email')}
      />
      <RoleBoxes chosen={roles} onChange={setRoles} error={missing} />
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" busy={busy}>
        {m.office_people_invite_do()}
      </Button>
    </Form>
  )
}
