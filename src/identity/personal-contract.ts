/** Wire shapes of what a member reads and changes about themselves. */

import { z } from 'zod'
import { momentField, nameText, typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { settings } from '../settings.ts'
import { UserInfo } from './contract.ts'

const language = z.enum(['en-US', 'id', 'zh'])

export const PersonalData = z.strictObject({
  code: z.string().meta({ description: 'by which others name this member' }),
  name: z.string(),
  email: z.string().nullable().meta({ description: 'masked' }),
  mobile: z.string().nullable().meta({ description: 'masked' }),
  store: z.string(),
  language,
  member_since: momentField,
  agreement_version: z.string(),
})
export const AgreementStanding = z.strictObject({
  version: z.string().meta({ description: 'the one in force' }),
  accepted: z.boolean(),
})
export type AgreementStandingView = z.output<typeof AgreementStanding>
export const EditUser = z.strictObject({ name: nameText(1, 80).regex(/\S/, problem('empty')), language })
export const EditedUser = z.strictObject({ userInfo: UserInfo })

export const SendSettingEmailCode = z.strictObject({
  email: typedText(3, 254),
  password: typedText(1, 4 * settings.password.max),
})

export type PersonalDataView = z.output<typeof PersonalData>
export type EditUserInput = z.output<typeof EditUser>
