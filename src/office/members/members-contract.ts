/** Wire shapes of what the staff see of members. */

import { z } from 'zod'
import { momentField, moneyField, typedText } from '../../http/wire.ts'
import { MemberStanding } from '../../kyc/office-contract.ts'
import { problem } from '../../locale/field-rules.ts'
import { orderStates } from '../../orders/core/order-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'

export const MembersQuery = z.strictObject({
  q: typedText(1, 100).optional().meta({ description: 'part of a name, a whole e-mail or mobile number, or an id' }),
  store: typedText(1, 20).optional(),
  state: z.enum(['open', 'frozen']).optional(),
  sort: z.enum(['name', '-name', 'since', '-since']).optional(),
  ...pageQuery,
})
export const MemberRow = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable().meta({ description: 'masked' }),
  mobile: z.string().nullable().meta({ description: 'masked' }),
  store: z.string(),
  language: z.string(),
  state: z.enum(['open', 'frozen']),
  frozen_by: z.enum(['member', 'staff']).nullable(),
  pin_locked: z.boolean(),
  member_since: momentField,
  last_seen_at: momentField.nullable(),
})
export const MembersPage = z.strictObject({ total: z.int(), rows: z.array(MemberRow) })

export const MemberId = z.strictObject({ member_id: z.uuid(problem('id')) })
export const MemberWithReason = z.strictObject({ ...MemberId.shape, reason: reasonField })
export const MemberNote = z.strictObject({
  ...MemberId.shape,
  text: typedText(1, 2000).regex(/\S/, problem('empty')),
})

export const MemberDetail = z.strictObject({
  member: MemberRow,
  standing: MemberStanding,
  sessions: z.array(
    z.strictObject({
      id: z.uuid(),
      device: z.string(),
      address: z.string(),
      created_at: momentField,
      last_used_at: momentField,
    }),
  ),
  orders: z.array(
    z.strictObject({
      id: z.uuid(),
      number: z.string(),
      state: z.enum(orderStates),
      total: moneyField,
      currency: z.string(),
      created_at: momentField,
    }),
  ),
  notes: z.array(z.strictObject({ id: z.string(), text: z.string(), by: z.string(), created_at: momentField })),
})
export const ContactData = z.strictObject({ email: z.string().nullable(), mobile: z.string().nullable() })
export const MemberAsked = z.strictObject({ approval_id: z.uuid() })
export const MemberDone = z.strictObject({ done: z.literal(true) })

export type MemberRowView = z.infer<typeof MemberRow>
export type MemberDetailView = z.infer<typeof MemberDetail>
export type ContactDataView = z.infer<typeof ContactData>
