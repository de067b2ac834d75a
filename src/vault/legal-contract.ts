/** Wire shapes of what two people carry out of a legal hold. */
import { z } from 'zod'
import { typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { reasonField } from '../staff/contract.ts'
import { legalAssets, legalKinds } from './legal-rules.ts'

export const CarryOut = z.strictObject({
  case_id: z.uuid(problem('id')),
  kind: z.enum(legalKinds, problem('one_of', { list: legalKinds.join(', ') })),
  asset: z.enum(legalAssets, problem('one_of', { list: legalAssets.join(', ') })),
  amount: typedText(1, 30).meta({ description: 'grams with four places at most, or money' }),
  to: typedText(3, 254).optional().meta({ description: 'e-mail or mobile number of a member of the same store' }),
  authority: typedText(3, 120)
    .optional()
    .meta({ description: 'whom the house pays instead: money, by order of a court' }),
  reason: reasonField,
})
