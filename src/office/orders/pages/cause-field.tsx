/** For what a sale is taken back: chosen among what its store offers, never by leaving what stands there. */
import * as m from '../../../locale/paraglide/messages.js'
import type { CauseOfferedView } from '../../../orders/give-up/give-up-contract.ts'
import { Select } from '../../../ui/fields.tsx'
import type { useForm } from '../../../ui/use-form.ts'
import { causeName } from '../../kit/pages/cause-words.ts'

export const causeError = (chosen: string) => (chosen ? undefined : m.office_orders_give_up_cause_error())

type Props = { causes: readonly CauseOfferedView[] } & ReturnType<
  ReturnType<typeof useForm<Record<string, string>>>['text']
>

export const CauseField = ({ causes, ...field }: Props) => (
  <Select
    label={m.office_give_up_cause()}
    help={m.office_orders_give_up_cause_help()}
    empty={m.office_orders_return_condition_choose()}
    choices={causes.map((cause) => ({ value: cause.code, label: causeName(cause) }))}
    {...field}
  />
)
