/** The link of an invitation, which the server tells once: to be copied and handed over. */
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { toastDone, toastError } from '../../../ui/toast.tsx'
import { useTimes } from './use-office.ts'

export type Link = { link: string; expires_at: string }

export function InvitationLink({ link }: { link: Link }) {
  const { moment } = useTimes()
  const copy = () =>
    navigator.clipboard.writeText(link.link).then(
      () => toastDone(m.people_link_copied()),
      () => toastError(m.people_link_not_copied()),
    )
  return (
    <div className="grid gap-3">
      <TextField
        label={m.people_link()}
        help={m.people_link_help({ until: moment(link.expires_at) })}
        value={link.link}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button kind="ghost" onClick={copy}>
        <Icon name="copy" />
        {m.people_link_copy()}
      </Button>
    </div>
  )
}
