/** A maker added or changed; a number can be tried before anything is saved. */
import { useState } from 'react'
import { type CheckRule, checkRules, readForm, readStamped } from '../../../catalogue/maker-rules.ts'
import type { OfficeMaker } from '../../../catalogue/office-contract.ts'
import { showSerial } from '../../../catalogue/serial-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { faultText } from './fault-words.ts'

type Props = { maker: OfficeMaker | null; reload: () => Promise<void>; close: () => void }

export const checkWords = (): Record<CheckRule, string> => ({
  none: m.office_goods_check_none(),
  luhn: m.office_goods_check_luhn(),
  mod97: m.office_goods_check_mod97(),
})

const itemsOf = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((item) => item.trim())
    .filter(Boolean)

export function MakerDialog({ maker, reload, close }: Props) {
  const form = useForm(
    {
      ...{ name: maker?.name ?? '', code: maker?.code ?? '' },
      ...{ brands: maker?.brands.join(', ') ?? '', forms: maker?.forms.join(', ') ?? '' },
      check: maker?.check ?? ('none' as CheckRule),
    },
    {
      name: (text) => (text.trim() ? undefined : m.office_goods_maker_name_error()),
      code: (text) =>
        /^[A-Z0-9]{2,12}$/.test(text.trim().toUpperCase()) ? undefined : m.office_goods_maker_code_error(),
      brands: (text) => (itemsOf(text).length > 0 ? undefined : m.office_goods_maker_brands_error()),
      forms: (text) =>
        itemsOf(text).every((one) => readForm(one) !== null) ? undefined : m.office_goods_maker_forms_error(),
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const save = () =>
    submit(async () => {
      const { name, code, brands, forms, check } = form.values
      const lists = { brands: itemsOf(brands), forms: itemsOf(forms) }
      const wish = { name: name.trim(), code: code.trim().toUpperCase(), check, ...lists, seen: maker?.seen ?? null }
      await officePost('/catalogue/saveMaker', wish, { quiet: true })
      toastDone(m.office_goods_maker_saved({ name: name.trim() }))
      await reload()
      close()
    })
  const title = maker ? m.office_goods_maker_edit({ name: maker.name }) : m.office_goods_maker_add()
  return (
    <Dialog open onClose={close} title={title} text={m.office_goods_maker_text()}>
      <Form form={form} onSubmit={save}>
        <TextField label={m.office_goods_maker_name()} maxLength={60} {...form.text('name')} />
        <TextField
          label={m.office_goods_maker_code()}
          help={m.office_goods_maker_code_help()}
          maxLength={12}
          readOnly={maker !== null}
          {...form.text('code')}
        />
        <TextField
          label={m.office_goods_maker_brands()}
          help={m.office_goods_maker_brands_help()}
          maxLength={400}
          {...form.text('brands')}
        />
        <TextArea
          label={m.office_goods_maker_forms()}
          help={m.office_goods_maker_forms_help()}
          rows={2}
          maxLength={320}
          spellCheck={false}
          {...form.text('forms')}
        />
        <Select
          label={m.office_goods_maker_check()}
          choices={checkRules.map((value) => ({ value, label: checkWords()[value] }))}
          {...form.text('check')}
        />
        <TryNumber code={form.values.code} forms={form.values.forms} check={form.values.check} />
        <DialogEnd confirm={m.office_goods_maker_save()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}

/** What a number, typed or scanned, would be taken for by what stands in the form. */
function TryNumber({ code, forms, check }: { code: string; forms: string; check: CheckRule }) {
  const [typed, setTyped] = useState('')
  const known = itemsOf(forms).flatMap((one) => readForm(one) ?? [])
  const read = typed.trim() ? readStamped({ code: code.trim().toUpperCase() || '–', forms: known, check }, typed) : null
  return (
    <div>
      <TextField
        label={m.office_goods_maker_try()}
        help={m.office_goods_maker_try_help()}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault() // a scanner ends with it, and nothing is saved
        }}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
      />
      <p className="small mt-1.5 min-h-5" aria-live="polite">
        {read?.kind === 'serial' && (
          <span className="text-up">{m.office_goods_maker_try_right({ serial: showSerial(read.serial) })}</span>
        )}
        {read && read.kind !== 'serial' && (
          <span className="text-down">{faultText({ problem: read.kind, value: typed, told: known.join(', ') })}</span>
        )}
      </p>
    </div>
  )
}
