/** The copy of everything: the password, then a file. */
import { useState } from 'react'
import { PasswordField } from '../../identity/pages/password-field.tsx'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get, post } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/download.ts'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import type { DataCopyView, DataRequestsView } from '../contract.ts'
import { sayOfPassword } from './say-of-password.ts'

type Props = { left: number; onMade: (known: DataRequestsView) => void }

export function CopyForm({ left, onMade }: Props) {
  const [busy, setBusy] = useState(false)
  const form = useForm({ password: '' }, { password: (text) => (text ? undefined : m.identity_password_error()) })

  async function make() {
    if (!form.check()) return
    setBusy(true)
    try {
      const { file_name, copy } = await dataOf(post<DataCopyView>('/user/copyOfData', form.values, { beside: true }))
      saveFile(file_name, new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' }))
      toastDone(m.rights_copy_done())
      form.clear('password')
      onMade(await dataOf(get<DataRequestsView>('/user/dataRequests')))
    } catch (failure) {
      sayOfPassword(failure, form)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={make} className="grid gap-5">
      <PasswordField
        label={m.rights_password()}
        help={m.rights_password_help()}
        autoComplete="current-password"
        {...form.text('password')}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" size="l" busy={busy} className="max-md:w-full">
          <Icon name="download-simple" />
          {m.rights_copy_button()}
        </Button>
        <span className="small text-ink-2">{m.rights_copy_left({ n: left })}</span>
      </div>
    </Form>
  )
}
