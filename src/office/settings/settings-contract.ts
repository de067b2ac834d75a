/** Wire shapes of what a store says of itself and goes by. */
import { z } from 'zod'
import { momentField, typedText, wholeCount } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { reasonField } from '../../staff/contract.ts'
import { settingNames } from '../../stores/setting-rules.ts'

const values = z.record(z.string(), z.union([z.string(), z.int()]))
const name = z.enum(settingNames as [(typeof settingNames)[number], ...typeof settingNames])

export const SettingsQuery = z.strictObject({ store: typedText(1, 10) })
const Said = z.strictObject({
  id: z.int(),
  value: values,
  from: momentField,
  set_at: momentField,
  set_by: z.string(),
  reason: z.string(),
})
export const Settings = z.strictObject({
  open: z
    .boolean()
    .meta({ description: 'whether the store sells: then a second person is asked for where the name asks for one' }),
  names: z.array(
    z.strictObject({
      name,
      now: values,
      said: z
        .array(Said)
        .meta({ description: 'what became another value, the newest first, also what is still to come into force' }),
      newest_id: z.int().meta({ description: 'of what was set; 0: nothing was' }),
      untaken: z.array(z.string()).meta({ description: 'of a way to pay: the fields that no provider here can do' }),
      waits: z.boolean().meta({ description: 'a second person is waited for' }),
    }),
  ),
})
export const ChangeSetting = z.strictObject({
  store: typedText(1, 10),
  name,
  value: values.meta({ description: 'the fields that become another value' }),
  seen_id: wholeCount(0, 2_000_000_000).meta({
    description: 'the newest row of the name that its writer has seen; 0: none',
  }),
  from: z.iso
    .date(problem('staff_day'))
    .nullable()
    .meta({ description: 'a day of the store’s zone to come; null: at once' }),
  reason: reasonField,
})
export const SettingChanged = z.strictObject({
  approval_id: z.uuid().nullable().meta({ description: 'where a second person has to approve it first' }),
})
export type SettingsView = z.infer<typeof Settings>
export type SettingWish = z.infer<typeof ChangeSetting>
