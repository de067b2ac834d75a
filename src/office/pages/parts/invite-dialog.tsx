/** Invites somebody: name, address, roles; then shows the link, once. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { InvitationLinkView } from '../../../staff/contract.ts'
import type { Role } from '../../../staff/permission-rules.ts'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { InvitationLink } from './invitation-link.tsx'
import { officePost } from './office-client.ts'
import { RoleBoxes } from './role-boxes.tsx'

export function InviteDialog({ onInvited }: { onInvited: () => void }) {
  const [open, setOpen] = useState(false)
  const [link, setLink] = useState<InvitationLinkView | null>(null)
  const close = () => {
    setOpen(false)
    setLink(null)
  }
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        <Icon name="plus" size="s" />
        {m.people_invite()}
      </Button>
      <Dialog open={open} onClose={close} title={m.people_invite()} text={link ? m.people_invited_text() : undefined}>
        {link ? (
          <InvitationLink link={link} />
        ) : (
          <InviteForm
            onInvited={(made) => {
              setLink(made)
              onInvited()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function InviteForm({ onInvited }: { onInvited: (link: InvitationLinkView) => void }) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [roles, setRoles] = useState<Role[]>([])
  const [rolesError, setRolesError] = useState<string>()
  const form = useForm(
    { name: '', email: '' },
    {
      name: (text) => (text.trim() ? undefined : m.people_name_error()),
      email: (text) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : m.staff_email_error()),
    },
  )
  async function submit() {
    setRefusal(undefined)
    const missing = roles.length === 0 ? m.people_roles_error() : undefined
    setRolesError(missing)
    if (!form.check() || missing) return
    setBusy(true)
    try {
      onInvited(await officePost<InvitationLinkView>('/staff/invite', { ...form.values, roles }, { quiet: true }))
    } catch (failure) {
      if (failure instanceof ApiError && failure.error === 'staff_exists') form.refuse('email', failure.message)
      else if (!form.takeErrors(failure)) setRefusal(failure instanceof ApiError ? failure.message : m.system_error())
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextField label={m.people_name()} autoComplete="off" maxLength={80} {...form.text('name')} />
      <TextField label={m.staff_email()} type="email" autoComplete="off" maxLength={254} {...form.text('email')} />
      <RoleBoxes chosen={roles} onChange={setRoles} error={rolesError} />
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" busy={busy}>
        {m.people_invite_do()}
      </Button>
    </Form>
  )
}
