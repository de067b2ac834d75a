/** Wire shapes of what a store says of itself and goes by. */
import { z } from 'zod'
import { momentField, typedText } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { reasonField } from '../../staff/contract.ts'
import { settingNames } from '../../stores/setting-rules.ts'

const values = z.record(z.string(), z.union([z.string(), z.int()]))
const name = z.enum(settingNames as [(typeof settingNames)[number], ...typeof settingNames])

export const SettingsQuery = z.strictObject({ store: typedText(1, 10) })
const Said = z.strictObject({
  value: values,
  from: momentField,
  set_at: momentField,
  set_by: z.string(),
  reason: z.string(),
})
export const Settings = z.strictObject({
  names: z.array(
    z.strictObject({
      name,
      now: values,
      said: z
        .array(Said)
        .meta({ description: 'what was set, the newest first, also what is still to come into force' }),
      waits: z.boolean().meta({ description: 'a second person is waited for' }),
    }),
  ),
})
export const ChangeSetting = z.strictObject({
  store: typedText(1, 10),
  name,
  value: values,
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
