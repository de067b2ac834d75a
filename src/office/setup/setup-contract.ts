/** Wire shapes of setting a shop up and opening it. */
import { z } from 'zod'
import { nameText, typedText } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { troubles } from '../../mail/trouble-rules.ts'
import { reasonField } from '../../staff/contract.ts'

/** What has to be there before a store is opened, in the order in which it is set up. */
export const setupSteps = [
  ...(['company', 'taxes', 'price', 'spread', 'goods', 'payment', 'methods', 'agreement'] as const),
  ...(['delivery', 'mail', 'address'] as const),
] as const

export const Setup = z.strictObject({
  stores: z.array(
    z.strictObject({
      code: z.string(),
      name: z.string(),
      open: z.boolean(),
      steps: z.array(z.strictObject({ step: z.enum(setupSteps), done: z.boolean() })),
    }),
  ),
})
export const MakeStore = z.strictObject({
  code: z.string().regex(/^[a-z]{2,8}$/, problem('store_code')),
  name: nameText(2, 60),
  country: z.enum(['ID', 'MY']),
  language: z.enum(['en-US', 'id', 'zh']).meta({ description: 'what it speaks to whoever has chosen none' }),
})
export const StoreMade = z.strictObject({ code: z.string() })
export const OpenStore = z.strictObject({ store: typedText(1, 10), reason: reasonField })
export const StoreOpened = z.strictObject({ opened: z.literal(true) })

export const TestMailTold = z.strictObject({
  to: z.string(),
  outcome: z.enum(['sent', 'refused', 'later', 'away', 'unknown', 'not_set']).meta({
    description: 'what the mail server made of it; not_set: there is none',
  }),
  trouble: z.enum(troubles).nullable(),
  code: z.string().nullable().meta({ description: 'what was refused at which step, by the server’s number' }),
})

export type TestMailView = z.infer<typeof TestMailTold>
export type SetupView = z.infer<typeof Setup>
export type StoreWish = z.infer<typeof MakeStore>
