/** A place that is opened, or described anew. */

import type { PlaceRow } from '../../../backing/places/place-contract.ts'
import { isPlaceCode } from '../../../backing/register/bar-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { exponentOf, isCurrency, parseDecimal } from '../../../money/money.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useShell } from '../../../ui/shell-data.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

/** `place`: the one that is changed; without it one is opened. */
type Props = { place?: PlaceRow; done: () => Promise<void>; close: () => void }

export function PlaceDialog({ place, done, close }: Props) {
  const { stores, store: chosen } = useShell()
  const form = usePlaceForm(place, chosen.code)
  const { busy, refusal, submit } = useOfficeForm(form)
  const currency = stores.find(({ code }) => code === form.values.store)?.currency ?? chosen.currency
  const save = () =>
    submit(async () => {
      const { code, keeper, address, insured, reason, store } = form.values
      const wish = {
        ...{ store, code: code.trim(), keeper: keeper.trim(), address: address.trim() },
        ...{ insured: insured.trim(), reason: reason.trim() },
      }
      await officePost(place ? '/vault/changePlace' : '/vault/openPlace', wish, { quiet: true })
      toastDone((place ? m.office_vault_place_change_done : m.office_vault_place_open_done)({ code: wish.code }))
      await done()
      close()
    })
  return (
    <Dialog
      open
      onClose={close}
      title={place ? m.office_vault_place_change_title({ code: place.code }) : m.office_vault_place_open_title()}
      text={place ? m.office_vault_place_change_text() : m.office_vault_place_open_text()}
    >
      <Form form={form} onSubmit={save}>
        {!place && (
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Select
              label={m.office_store()}
              choices={stores.map(({ code, name }) => ({ value: code, label: name }))}
              {...form.text('store')}
            />
            <TextField
              label={m.office_vault_code()}
              help={m.office_vault_place_help()}
              maxLength={12}
              autoComplete="off"
              {...form.text('code')}
            />
          </div>
        )}
        <Described form={form} currency={currency} />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd
          confirm={place ? m.office_vault_place_change_do() : m.office_vault_place_open()}
          busy={busy}
          refusal={refusal}
          close={close}
        />
      </Form>
    </Dialog>
  )
}

type DescribedProps = { form: ReturnType<typeof usePlaceForm>; currency: string }

const Described = ({ form, currency }: DescribedProps) => (
  <>
    <TextField
      label={m.office_vault_keeper()}
      help={m.office_vault_keeper_help()}
      maxLength={100}
      {...form.text('keeper')}
    />
    <TextField
      label={m.office_vault_address()}
      help={m.office_vault_address_help()}
      maxLength={300}
      autoComplete="off"
      {...form.text('address')}
    />
    <TextField
      label={m.office_vault_insured()}
      help={m.office_vault_insured_help({ currency })}
      inputMode="decimal"
      maxLength={20}
      {...form.text('insured')}
    />
  </>
)

function usePlaceForm(place: PlaceRow | undefined, store: string) {
  const { stores } = useShell()
  const placesOf = (code: string) => {
    const currency = stores.find((one) => one.code === code)?.currency ?? ''
    return isCurrency(currency) ? exponentOf(currency) : 0
  }
  return useForm(
    {
      ...{ store: place?.store ?? store, code: place?.code ?? '', keeper: place?.keeper ?? '' },
      ...{ address: place?.address ?? '', insured: place?.insured ?? '', reason: '' },
    },
    {
      code: (text) => (place || isPlaceCode(text.trim()) ? undefined : m.office_vault_code_error()),
      keeper: (text) => (text.trim().length < 2 ? m.office_vault_keeper_error() : undefined),
      insured: (text, values) =>
        text.trim() === '' || (parseDecimal(text.trim(), placesOf(values.store)) ?? 0n) > 0n
          ? undefined
          : m.office_vault_insured_error(),
      reason: reasonError,
    },
  )
}
