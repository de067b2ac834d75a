/** /user/editUser: the name we use, the language we write in, the shop this browser opens. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { chooseLanguage, type Language, language, languages } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { loadAnew } from '../../ui/reload-guard.ts'
import { chooseStore, keepUserInfo } from '../../ui/session.ts'
import { useShell } from '../../ui/shell-data.ts'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { UserInfoView } from '../contract.ts'
import type { Route } from './+types/edit-user-page'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<UserInfoView>('/user/userInfo'))

export default function EditUserPage({ loaderData: user }: Route.ComponentProps) {
  const { stores } = useShell()
  const { form, busy, save } = useEditing(user)
  return (
    <div className="max-w-[560px]">
      <PageTitle>{m.identity_personal_edit_title()}</PageTitle>
      <h1 className="h1">{m.identity_personal_edit_title()}</h1>
      <Form form={form} onSubmit={save} className="mt-8 grid gap-6">
        <TextField
          label={m.identity_personal_name()}
          help={m.identity_personal_name_help()}
          autoComplete="name"
          maxLength={80}
          {...form.text('name')}
        />
        <Select
          label={m.identity_personal_language()}
          help={m.identity_personal_language_help()}
          choices={languages.map(({ code, name }) => ({ value: code, label: name }))}
          {...form.text('language')}
        />
        <Select
          label={m.identity_personal_shop()}
          help={m.identity_personal_shop_help()}
          choices={stores.map(({ code, name }) => ({ value: code, label: name }))}
          {...form.text('store')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} className="max-md:w-full">
            {m.identity_personal_save()}
          </Button>
          <ButtonLink kind="ghost" to="/user/personalData" className="max-md:w-full">
            {m.ui_cancel()}
          </ButtonLink>
        </div>
      </Form>
    </div>
  )
}

function useEditing(user: UserInfoView) {
  const { store, stores } = useShell()
  const send = useAttempt()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { name: user.name, language: user.language, store: store.code },
    { name: (name) => (name.trim() ? undefined : m.identity_name_error()) },
  )

  async function save() {
    if (!form.check()) return
    setBusy(true)
    try {
      const { name, language: chosen } = form.values
      const { userInfo } = await dataOf(
        send<{ userInfo: UserInfoView }>('/user/editUser', { name, language: chosen }, { loading: true }),
      )
      keepUserInfo(userInfo)
      if (openAnew()) return
      toastDone(m.identity_personal_saved())
      await navigate('/user/personalData')
    } catch (failure) {
      form.takeErrors(failure)
    } finally {
      setBusy(false)
    }
  }

  /** Another shop or language is another document. True when it is on its way. */
  function openAnew(): boolean {
    const { language: chosen, store: code } = form.values
    if (code !== store.code) chooseStore(code, stores.find((one) => one.code === code)?.currency ?? store.currency)
    if (chosen !== language()) chooseLanguage(chosen as Language)
    else if (code !== store.code) loadAnew()
    else return false
    return true
  }

  return { form, busy, save }
}
