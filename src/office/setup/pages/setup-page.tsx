/** /admin/setup: from nothing to a shop that sells: its store, what is missing, and opening it. It can be left and taken up again. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { language } from '../../../ui/language.ts'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import type { SetupView } from '../setup-contract.ts'
import { stepWords } from './step-words.ts'
import { TestMail } from './test-mail.tsx'

export const handle: OfficeHandle = { permission: 'shop.set_up' }

export default function SetupPage() {
  const { data, failed, reload } = useOffice<SetupView>('/setup/list')
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_setup_title()}</h1>
      <p className="mb-5 max-w-3xl text-ink-2">{m.office_setup_lead()}</p>
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-64" />}
      <div className="grid max-w-3xl gap-5">
        {data?.stores.map((store) => (
          <OneStore key={store.code} store={store} reload={reload} />
        ))}
        {data?.stores.length === 0 && <NewStore />}
        {data && <TestMail />}
      </div>
    </>
  )
}

type One = SetupView['stores'][number]

function OneStore({ store, reload }: { store: One; reload: () => Promise<void> }) {
  const left = store.steps.filter(({ done }) => !done).length
  return (
    <section className="office-panel" aria-label={store.name}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3">{store.name}</h2>
        {store.open ? (
          <Tag tone="up">{m.office_setup_open()}</Tag>
        ) : (
          <Tag tone="warn">{left === 0 ? m.office_setup_ready() : m.office_setup_left({ n: left })}</Tag>
        )}
      </div>
      {store.open && (
        <Link to="/" className="link mt-2 min-h-6">
          {m.office_setup_see()} <Icon name="arrow-right" size="s" />
        </Link>
      )}
      {!store.open && (
        <ol className="mt-3 grid">
          {store.steps.map(({ step, done }) => (
            <Step key={step} step={step} done={done} store={store.code} />
          ))}
        </ol>
      )}
      {!store.open && left === 0 && (
        <div className="mt-4">
          <DialogButton
            kind="primary"
            name={m.office_setup_do_open()}
            dialog={(close) => <OpenDialog store={store} reload={reload} close={close} />}
          />
        </div>
      )}
    </section>
  )
}

function Step({ step, done, store }: One['steps'][number] & { store: string }) {
  const { title, text, to } = stepWords[step]
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-2 border-t border-line py-3">
      <Icon name={done ? 'check-circle' : 'warning-circle'} className={done ? 'text-up' : 'text-ink-2'} />
      <div>
        <p className="font-semibold">
          {title()} <span className="sr-only">{done ? m.office_setup_done() : m.office_setup_missing()}</span>
        </p>
        {!done && <p className="small text-ink-2">{text()}</p>}
        {to && !done && (
          <Link to={to.replace('{store}', store)} className="link small min-h-6">
            {m.office_setup_go()} <Icon name="arrow-right" size="s" />
          </Link>
        )}
      </div>
    </li>
  )
}

function NewStore() {
  const form = useForm(
    { name: '', country: 'ID', language: language() as string },
    {
      name: (text) => (text.trim().length < 2 ? m.office_setup_name_error() : undefined),
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const make = () =>
    submit(async () => {
      const { name, country, language } = form.values
      const wish = { name: name.trim(), country, language, code: country.toLowerCase() }
      await officePost('/setup/makeStore', wish, { quiet: true })
      // Every page stands in a store: the whole shell is read anew.
      location.reload()
    })
  const countries = [
    { value: 'ID', label: m.office_setup_indonesia() },
    { value: 'MY', label: m.office_setup_malaysia() },
  ]
  const languages = [
    { value: 'id', label: 'Bahasa Indonesia' },
    { value: 'en-US', label: 'English' },
    { value: 'zh', label: '中文' },
  ]
  return (
    <section className="office-panel" aria-label={m.office_setup_store()}>
      <h2 className="h3">{m.office_setup_store()}</h2>
      <p className="small mb-4 text-ink-2">{m.office_setup_store_text()}</p>
      <Form form={form} onSubmit={make}>
        <TextField label={m.office_setup_name()} maxLength={60} {...form.text('name')} />
        <Select
          label={m.office_setup_country()}
          help={m.office_setup_country_help()}
          choices={countries}
          {...form.text('country')}
        />
        <Select
          label={m.office_setup_language()}
          help={m.office_setup_language_help()}
          choices={languages}
          {...form.text('language')}
        />
        <DialogEnd confirm={m.office_setup_make()} busy={busy} refusal={refusal} />
      </Form>
    </section>
  )
}

function OpenDialog({ store, reload, close }: { store: One; reload: () => Promise<void>; close: () => void }) {
  const form = useForm({ reason: '' }, { reason: reasonError })
  const { busy, refusal, submit } = useOfficeForm(form)
  const open = () =>
    submit(async () => {
      await officePost('/setup/open', { store: store.code, reason: form.values.reason.trim() }, { quiet: true })
      toastDone(m.office_setup_opened({ store: store.name }))
      await reload()
      close()
    })
  return (
    <Dialog
      open
      onClose={close}
      title={m.office_setup_do_open()}
      text={m.office_setup_open_text({ store: store.name })}
    >
      <Form form={form} onSubmit={open}>
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_setup_do_open()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
